import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCoordinatorContext } from '../../../../electron/machine/coordinator/context.js';
import { coordinatorGuards } from '../../../../electron/machine/coordinator/guards.js';
import { failedCommands, mustFixOf, testVerdict } from '../../../../electron/machine/coordinator/verdict.js';
import type { CheckRun } from '../../../../shared/roundtable.js';
import { contextOf } from '../../../fixtures/firmware-run.js';
import { ran, tested } from '../../../fixtures/roundtable-run.js';

const STATUSES = ['passed', 'failed', 'blocked', 'not_run'] as const;
const anyRun = fc
  .tuple(fc.constantFrom(...STATUSES), fc.constantFrom('a', 'b', 'c'))
  .map(([status, name]) => ran(status, name));
const anyRuns = fc.array(anyRun, { maxLength: 6 });
const has = (runs: readonly CheckRun[], status: CheckRun['status']) =>
  runs.some((one) => one.status === status);

describe('the verdict over the commands of a round', () => {
  it('is blocked where all failures are blocked, repeated where a command failed in the round before, else failed', () => {
    const property = fc.property(anyRuns, anyRuns, fc.integer({ min: 1, max: 3 }), (before, now, gap) => {
      const verdict = testVerdict(
        { failed: { round: 1, commands: failedCommands(before) }, round: 1 + gap },
        now,
      );
      const again = gap === 1 && failedCommands(now).some((one) => failedCommands(before).includes(one));
      if (!has(now, 'failed'))
        return verdict === (has(now, 'blocked') ? 'tester_command_blocked' : 'tests_passed');
      return verdict === (again ? 'repeated_test_failure' : 'tests_failed');
    });
    expect(() => fc.assert(property, { numRuns: 2000, seed: 18 })).not.toThrow();
  });

  it('lets exactly one row of the table through, in the implementation alone', () => {
    const rows = ['isBlocked', 'isRepeated', 'isFailed', 'isPassed'] as const;
    const first = { run: 'r', goal: 'g', known: contextOf(), first: null, next: [], maxRounds: 5 };
    const property = fc.property(anyRuns, anyRuns, (before, now) => {
      const at = { round: 2, failed: { round: 1, commands: failedCommands(before) } };
      const open = (mode: 'proposal' | 'implementation') =>
        rows.filter((row) =>
          coordinatorGuards[row](
            { ...firstCoordinatorContext({ ...first, mode }), ...at },
            { test: tested(...now) },
          ),
        );
      return open('implementation').length === 1 && open('proposal').length === 0;
    });
    expect(() => fc.assert(property, { numRuns: 500, seed: 18 })).not.toThrow();
  });

  it('judges a mix of blocked and real failures by the real ones', () => {
    const mixed = [ran('blocked', 'curl', 'x'), ran('failed', 'make')];
    expect(testVerdict({ failed: null, round: 1 }, mixed)).toBe('tests_failed');
    expect(testVerdict({ failed: { round: 1, commands: ['["make"]'] }, round: 2 }, mixed)).toBe(
      'repeated_test_failure',
    );
  });

  it('hands on each failed command with what it printed, and blocked ones with why', () => {
    const items = mustFixOf([ran('failed', 'make'), ran('passed', 'true'), ran('blocked', 'curl')]);
    expect(items.map(({ command, output }) => ({ command, output }))).toEqual([
      { command: ['make'], output: 'make: error' },
      { command: ['curl'], output: null },
    ]);
  });
});
