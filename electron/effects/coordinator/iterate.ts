import { text } from '../../../shared/texts/words.js';
import { untestedRound } from '../../machine/coordinator/context.js';
import { roundsRemain } from '../../machine/coordinator/guards.js';
import type { CoordinatorEffect } from './bench.js';

/** iterate: another round, while there are some. */
export const iterate: CoordinatorEffect = async (ctx) => {
  const { round, max_rounds, must_fix } = ctx;
  const again = untestedRound(ctx) !== null;
  if (roundsRemain(ctx))
    return {
      type: 'start_coder',
      reason: again
        ? text`round ${round + 1}; the tester is asked again about the same proposal`
        : text`round ${round + 1}; to be fixed: ${must_fix.length}`,
      evidence: [],
    };
  return {
    type: 'max_iterations_reached',
    reason: text`no proposal was approved; rounds: ${max_rounds}`,
    evidence: [],
    nothing_left: false,
  };
};
