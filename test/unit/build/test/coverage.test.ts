import { describe, expect, it } from 'vitest';
import { byFastFiles, compareCoverage, coverageLines } from '../../../../build/test/coverage.mjs';

const fast = [
  { file: 'test/unit/a.test.ts', keys: ['shared/a.ts:1:one', 'shared/a.ts:20:two'] },
  { file: 'test/unit/b.test.ts', keys: ['shared/a.ts:1:one'] },
];
const full = [
  ...fast,
  {
    file: 'test/crash/c.full.test.ts',
    keys: ['shared/a.ts:1:one', 'shared/a.ts:100:', 'shared/a.ts:9:three'],
  },
];

describe('the comparison of coverage', () => {
  it('counts each function once, and the share of those of the full tier', () => {
    expect(compareCoverage(fast, full)).toMatchObject({ fast: 2, full: 4, share: 0.5 });
  });

  it('names what only the full tier executes, in the order of its file', () => {
    expect(coverageLines(compareCoverage(fast, full)).at(-1)).toBe('    2  shared/a.ts  9:three 100:');
  });

  it('gives the fast tier no share in what it alone executes, and none of nothing', () => {
    const alone = [{ file: 'test/unit/a.test.ts', keys: ['shared/b.ts:1:'] }];
    expect(compareCoverage(alone, full).share).toBe(0);
    expect(compareCoverage(fast, []).share).toBe(0);
  });

  it('knows the fast files of a record of all', () => {
    expect(byFastFiles(full)).toEqual(fast);
  });
});
