import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { IMPACT } from '../../../../build/ci/impact.mjs';
import { projectDir } from '../../../../build/project.mjs';

const below = (folder: string): string[] =>
  readdirSync(path.join(projectDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(projectDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
const sources = ['electron', 'shared', 'renderer', 'native-config', 'build', 'test'].flatMap(below);
const tests = sources.filter((file) => file.endsWith('.test.ts'));
const alone = ['package-lock.json', 'vitest.config.ts'];

describe('the table of what a change touches', () => {
  it('has rows of files that exist, each once', () => {
    const changed = IMPACT.map(([start]) => start);
    const gone = changed.filter((start) => ![...sources, ...alone].some((file) => file.startsWith(start)));
    expect(gone).toEqual([]);
    expect(new Set(changed).size).toBe(changed.length);
  });

  it('names tests that exist', () => {
    const named = new Set(IMPACT.flatMap(([, starts]) => starts));
    expect([...named].filter((start) => !tests.some((file) => file.startsWith(start)))).toEqual([]);
  });

  it('has a row for every source of the product', () => {
    const product = sources.filter((file) => /^(electron|shared|renderer)\//.test(file));
    expect(product.filter((file) => !IMPACT.some(([start]) => file.startsWith(start)))).toEqual([]);
  });
});
