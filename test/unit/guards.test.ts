import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '../../build/project.mjs';
import { mutated } from '../../build/test/guards.mjs';
import { guards } from '../guards.js';
import { promises } from '../promises.js';

const filesOf = (id: string): readonly string[] =>
  promises.filter((one) => one.id === id).flatMap(({ tests }) => tests.map(({ file }) => file));

describe('the guards', () => {
  it.each(promises)('break each promise in some way: $id', ({ id }) => {
    expect(guards.filter(({ promise }) => promise === id)).not.toEqual([]);
  });

  it.each(guards)('of "$promise" change one place of $file, and expect its tests to notice', (guard) => {
    const source = readFileSync(path.join(projectDir, guard.file), 'utf8');
    expect(mutated(source, guard), guard.find).not.toBeNull();
    expect(mutated(source, guard), guard.find).not.toBe(source);
    expect(guard.tests.length).toBeGreaterThan(0);
    expect(filesOf(guard.promise)).toEqual(expect.arrayContaining([...guard.tests]));
  });
});
