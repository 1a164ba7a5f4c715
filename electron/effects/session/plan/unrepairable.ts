import type { Problem } from '../../../../shared/problem.js';
import type { SessionOutcome } from '../bench.js';

/** There is no other way. */
export const unrepairable = (problem: Problem, evidence: readonly string[] = []): SessionOutcome => ({
  type: 'unrepairable',
  reason: problem.message,
  evidence,
  problem,
});
