import { describe, expect, it } from 'vitest';
import { conflictIn } from '../../../../electron/machine/firmware-loop/conflict.js';
import type { TestResult } from '../../../../shared/results.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { facts } from '../../agents/openai/bench.js';

const result = (more: Partial<TestResult> = {}): TestResult => ({
  image: 'x',
  ended_by: 'pattern',
  exit_code: null,
  cases: [
    { name: 'a', status: 'pass' },
    { name: 'b', status: 'fail' },
  ],
  doubled: [],
  announced: 2,
  incomplete: null,
  metrics: {},
  artifacts: [],
  ...more,
});
const passes = { cases: [{ name: 'a', status: 'pass' as const }], announced: null };
const told = (...[of, more]: Parameters<typeof conflictIn>) => {
  const found = conflictIn(of, more);
  return found === null ? null : inEnglish(found);
};

describe('facts that contradict each other', () => {
  it('are none where cases fail, pass or never came, and all agree', () => {
    expect(told(result(), facts({ failing: ['b'] }))).toBeNull();
    expect(told(result(passes), facts({ failing: [], targetsPass: true }))).toBeNull();
    expect(told(result({ ended_by: 'crash' }), facts({ failing: ['b'] }))).toBeNull();
    expect(told(null, facts())).toBeNull();
  });

  it('are none where a crash or a hang explains the cases that never came', () => {
    for (const ended_by of ['crash', 'timeout'] as const)
      expect(told(result({ ...passes, ended_by }), facts({ failing: [], targetsPass: false }))).toBeNull();
  });

  it('are a summary that counts other cases than were reported', () => {
    expect(told(result({ announced: 3 }), facts())).toContain('another number of cases');
  });

  it('are runs of one image that differ', () => {
    expect(told(result(), facts({ flaky: ['b'] }))).toBe('the same image gave different results: b');
  });

  it('are a crash or a hang after everything passed', () => {
    for (const ended_by of ['crash', 'timeout'] as const)
      expect(told(result({ ...passes, ended_by }), facts({ failing: [], targetsPass: true }))).toContain(
        `ended by ${ended_by}`,
      );
  });
});
