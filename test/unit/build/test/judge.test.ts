import { describe, expect, it } from 'vitest';
import { dearest, judge, slowness } from '../../../../build/test/judge.mjs';

const budgets = { reference: 2, ceiling: 600, files: {} };
const usage = [{ file: 'test/a.test.ts', cpu: 500, starts: {} }];

describe('the speed of a computer', () => {
  it('is the median of what the fixed work took, against the reference', () => {
    expect(slowness([2.2, 2.4, 2.3], 2)).toEqual({ factor: 1.15, isSteady: true });
  });

  it('is nothing to judge by where it changed by more than a quarter', () => {
    expect(slowness([2, 2.6], 2).isSteady).toBe(false);
  });
});

describe('the judgement of a run', () => {
  it('says the dearest files and the calibrated sum', () => {
    const { lines, faults } = judge({ usage, seconds: 660 }, [2.2, 2.2], budgets, true);
    expect(lines.slice(1, 2)).toEqual(['   500.0 s  test/a.test.ts']);
    expect(lines.at(-1)).toContain('660 s; calibrated 600 s (this computer now takes 1.10 × the reference');
    expect(faults).toEqual([]);
  });

  it('fails a whole run above the ceiling, and no part of one', () => {
    const run = { usage, seconds: 1300 };
    expect(judge(run, [2, 2], budgets, true).faults).toEqual([
      'The fast tests used 1300 calibrated processor seconds, and may use 600. The dearest are above.',
    ]);
    expect(judge(run, [2, 2], budgets, false).faults).toEqual([]);
  });

  it('does not fail one on a computer that changed its speed, and says so', () => {
    const { lines, faults } = judge({ usage, seconds: 1900 }, [2, 3], budgets, true);
    expect([faults, lines.at(-1)]).toEqual([[], expect.stringContaining('Not judged')]);
  });

  it('fails a fast file that starts too much, and no full one', () => {
    const starts = { qemu: 1 };
    const both = ['test/a.test.ts', 'test/a.full.test.ts'].map((file) => ({ file, cpu: 1, starts }));
    expect(judge({ usage: both, seconds: 2 }, [2, 2], budgets, false).faults).toEqual([
      'test/a.test.ts starts 1 × qemu (may: 0): give a reason in test/budgets.yaml, or start less',
    ]);
  });
});

describe('the dearest files', () => {
  it('are ten, the dearest first', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ file: `test/${i}.test.ts`, cpu: i, starts: {} }));
    const told = dearest([...many.slice(6), ...many.slice(0, 6)]);
    expect([told.length, told[0], told.at(-1)]).toEqual([
      10,
      '    11.0 s  test/11.test.ts',
      '     2.0 s  test/2.test.ts',
    ]);
  });
});
