import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  isFull,
  overBudget,
  readBudgets,
  weightOf,
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
    'test/d.test.ts': { cpu: 9, qemu: 20 },
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
      'test/d.test.ts': budgets.files['test/d.test.ts'],
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

  it('is what its line says, and a tenth more beside what needs no line: files make for each other what they share', () => {
    expect(over('test/a.test.ts', { git: 53, commandLine: 3 })).toBe('');
    expect(over('test/a.test.ts', { git: 54, commandLine: 4 })).toBe(
      '4 × commandLine (may: 3), 54 × git (may: 53)',
    );
    expect(over('test/b.test.ts', { qemu: 4 })).toBe('4 × qemu (may: 0)');
    expect(over('test/d.test.ts', { qemu: 22 })).toBe('');
    expect(over('test/d.test.ts', { qemu: 23 })).toBe('23 × qemu (may: 22)');
  });
});

describe('a file that is measured', () => {
  const measuredAs = (file: string, starts: Record<string, number>, cpu = 1) =>
    withMeasured(budgets, [{ file, cpu, starts }], () => true).files[file];

  it('may start more than before, or than a new one may, only where its line has a reason', () => {
    expect(measuredAs('test/a.test.ts', { git: 90 })).toMatchObject({ git: 90 });
    expect(measuredAs('test/b.test.ts', { git: 90, qemu: 1, other: 7 })).toEqual({
      ...{ cpu: 1, git: 20, qemu: 0, other: 7 },
    });
    expect(measuredAs('test/new.test.ts', { compiler: 2 })).toEqual({ cpu: 1, compiler: 0 });
    expect(measuredAs('test/new.full.test.ts', { compiler: 2 })).toEqual({ cpu: 1, compiler: 2 });
  });

  it('has its weight with the tests of the full tier beside that without them', () => {
    const both = withMeasured(budgets, [{ file: 'test/b.test.ts', cpu: 9, starts: {} }], () => true, true);
    expect(both.files['test/b.test.ts']).toEqual({ cpu: 0.25, whole: 9 });
    expect([weightOf('test/b.test.ts', both), weightOf('test/b.test.ts', budgets)]).toEqual([9, 0.25]);
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
