import { matchesCase } from '../../../shared/case-pattern.js';
import type { TestResult } from '../../../shared/results.js';

/**
 * A result without the held-out cases: the agent must not learn from them. Where every other case passes, a program's exit code
 * tells of them alone. That a session died or hung is told: which case it met cannot be known.
 */
export function withoutHeldOut<T extends TestResult | null>(result: T, heldOut: readonly string[]): T {
  if (result === null) return result;
  const open = (name: string): boolean => !matchesCase(heldOut, name);
  return {
    ...result,
    cases: result.cases.filter((c) => open(c.name)),
    doubled: result.doubled.filter(open),
    exit_code: heldOut.length > 0 && result.ended_by === 'exit' ? 0 : result.exit_code,
    artifacts: [],
  };
}
