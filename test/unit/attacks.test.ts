import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../build/project.mjs';
import { LastRunSchema } from '../attacks/last-run.js';
import { attacks } from '../attacks/table.js';
import { promises } from '../promises.js';

describe('the attacks', () => {
  it('have names of their own', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it.each(attacks)('attack promises that there are: $name', (attack) => {
    expect(promises.map(({ id }) => id)).toEqual(expect.arrayContaining([...attack.promises]));
  });
});

describe('the last run of all attacks', () => {
  const file = path.join(projectDir, 'test', 'attacks', 'last-run.json');
  const ran = LastRunSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).attacks;

  it('has each attack once, in their order (npm run test:full -- --attacks makes another one)', () => {
    expect(ran.map(({ name }) => name)).toEqual(attacks.map(({ name }) => name));
  });

  it.each(ran)('counts each attempt of $name', ({ tried, held, broken }) => {
    expect(held + broken).toBe(tried);
  });
});
