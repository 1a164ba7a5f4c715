import { describe, expect, it } from 'vitest';
import { PARTS, twelfthOf } from '../../../../build/ci/twelfth.mjs';

const files = Array.from({ length: 30 }, (_, i) => `test/${String(i).padStart(2, '0')}.full.test.ts`);
const weightOf = (file: string): number => Number(file.slice(5, 7)) + 1;

describe('the twelfth of a commit', () => {
  it('is the part that the number of commits has left over', () => {
    expect(twelfthOf(files, 883, weightOf).part).toBe(7);
    expect(twelfthOf(files, 884, weightOf).part).toBe(8);
    expect(twelfthOf(files, 876, weightOf).part).toBe(0);
  });

  it('is met with all others by twelve commits in a row, each file once', () => {
    const met = Array.from({ length: PARTS }, (_, i) => twelfthOf(files, 100 + i, weightOf).files).flat();
    expect(met.sort()).toEqual(files);
  });

  it('does not depend on the order in which files are found', () => {
    expect(twelfthOf([...files].reverse(), 5, weightOf)).toEqual(twelfthOf(files, 5, weightOf));
  });
});
