import { describe, expect, it } from 'vitest';
import { matchesGlob, matchesName } from '../../../electron/workspace/glob.js';

describe('matchesGlob', () => {
  it.each([
    ['**', 'a/b/c.c'],
    ['src/**', 'src/a/b.c'],
    ['src/**', 'src/.hidden'],
    ['**/a.c', 'a.c'],
    ['src/*.c', 'src/a.c'],
    ['src/?.{c,h}', 'src/a.h'],
    ['src/**/x/*.c', 'src/x/a.c'],
    ['src/**/x/*.c', 'src/y/z/x/a.c'],
    ['test', 'test/a.c'],
    ['test/', 'test/a.c'],
    ['./src/*', 'src/a'],
    ['a.(c)+[x]', 'a.(c)+[x]'],
  ])('%s takes %s', (pattern, path) => {
    expect(matchesGlob(pattern, path)).toBe(true);
  });

  it.each([
    ['src/*', 'src/a/b.c'],
    ['src/*.c', 'src/a.h'],
    ['src/**', 'srcs/a.c'],
    ['*.c', 'src/a.c'],
    ['a.c', 'aXc'],
    ['{a,b}', 'c'],
    ['test', 'tests/a.c'],
  ])('%s leaves %s', (pattern, path) => {
    expect(matchesGlob(pattern, path)).toBe(false);
  });

  it('is quick on patterns that make others slow', () => {
    expect(matchesName('*a'.repeat(40), 'a'.repeat(39))).toBe(false);
    expect(matchesGlob(`${'**/a/'.repeat(20)}x`, 'a/'.repeat(60))).toBe(false);
  });
});
