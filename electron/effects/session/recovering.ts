import type { Problem } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { rulesGoOn } from '../../machine/session/context.js';
import type { SessionEffect } from './bench.js';
import { plannerOf } from './plan/planner.js';
import { recoverByModel } from './plan/recover-by-model.js';
import { unrepairable } from './plan/unrepairable.js';

/** RECOVERING: another way, by the planner; without a model there is none but what the error itself says (seed 003, §1.2). */
export const recovering: SessionEffect = async (ctx, bench, io) => {
  const problem = ctx.lastError ?? UNKNOWN;
  // what cannot be taken back is no step that a model finds another way for
  const isForModel = ctx.undo === null && plannerOf(bench) === 'model' && !rulesGoOn(ctx);
  if (!isForModel) return unrepairable(problem);
  return recoverByModel(ctx, bench, io, problem);
};

const UNKNOWN: Problem = { code: 'UNHANDLED_EXCEPTION', message: text`the step failed` };
