import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  isFull,
  overBudget,
  readBudgets,
  withMeasured,
  writeBudgets,
} from '../../../../build/test/budgets.mjs';

const budgets = {
  reference: 1.9,
  ceiling: 600,
  files: {
    'test/a.test.ts': { cpu: 2.5, commandLine: 3, git: 30, reason: 'proves the bundle: "run", then resume' },
    'test/b.test.ts': { cpu: 0.25 },
    'test/c.full.test.ts': { cpu: 80, qemu: 4 },
  },
};

describe('the file of budgets', () => {
  it('is read as it was written', () => {
    expect(readBudgets(writeBudgets(budgets))).toEqual(budgets);
  });

  it('is YAML that others read as the same', () => {
    expect(parse(writeBudgets(budgets))).toEqual(budgets);
  });

  it('keeps reasons when it is measured anew, and forgets files that are gone', () => {
    const used = [{ file: 'test/a.test.ts', cpu: 3.1249, starts: { commandLine: 2 } }];
    const anew = withMeasured(budgets, used, (file) => file !== 'test/b.test.ts');
    expect(anew.files).toEqual({
      'test/a.test.ts': { cpu: 3.12, commandLine: 2, reason: budgets.files['test/a.test.ts'].reason },
      'test/c.full.test.ts': budgets.files['test/c.full.test.ts'],
    });
  });
});

describe('the budget of a fast file', () => {
  const over = (file: string, starts: Record<string, number>) =>
    overBudget({ file, cpu: 1, starts }, budgets);

  it('lets it start no command line, compiler, QEMU and window, and 20 times git, without a line of its own', () => {
    expect(over('test/new.test.ts', { git: 20, other: 9 })).toBe('');
    expect(over('test/new.test.ts', { git: 21, commandLine: 1, compiler: 1, qemu: 1, electron: 1 })).toBe(
      '1 × commandLine (may: 0), 1 × electron (may: 0), 1 × qemu (may: 0), 1 × compiler (may: 0), 21 × git (may: 20)',
    );
  });

  it('is what was measured where a reason is given', () => {
    expect(over('test/a.test.ts', { commandLine: 3, git: 30 })).toBe('');
    expect(over('test/a.test.ts', { commandLine: 4, git: 31 })).toBe(
      '4 × commandLine (may: 3), 31 × git (may: 30)',
    );
  });

  it('is no more than for a new file where none is given', () => {
    expect(over('test/c.full.test.ts', { qemu: 4 })).toBe('4 × qemu (may: 0)');
  });
});

describe('the full tier', () => {
  it('is told by the name of the file', () => {
    expect(['test/a.full.test.ts', 'test/a.test.ts', 'test/full.test.ts'].map(isFull)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
