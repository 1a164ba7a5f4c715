import type { Analysis, AnalysisMode } from '../../../shared/judgement.js';
import type { FirmwareContext } from './context.js';
import type { EventOf } from './events.js';

type Ctx = FirmwareContext;

export const modeOf = (ctx: Ctx): AnalysisMode => ctx.analysis_modes[ctx.analysis_mode] ?? 'rules';

const byModel = (ctx: Ctx): boolean => modeOf(ctx) !== 'rules';

/** A search by rules of the tree as it stands would only repeat one that found nothing. */
const searchedInVain = ({ vain, repo_snapshot }: Ctx): boolean =>
  vain !== null && vain.commit === repo_snapshot?.current_commit;

/** The mode to fall back to; null where there is none, or it would repeat what has just failed. */
export function nextMode(ctx: Ctx): number | null {
  const next = ctx.analysis_mode + 1;
  const mode = ctx.analysis_modes[next];
  if (mode === undefined) return null;
  return mode === 'rules' && searchedInVain(ctx) ? null : next;
}

/** Rules searched this tree and found nothing, and a model has not been told of that. */
export const mayAskAgain = (ctx: Ctx): boolean =>
  !byModel(ctx) && ctx.analysis_modes[0] !== 'rules' && searchedInVain(ctx) && ctx.vain?.told === false;

/** The first mode again, with what the search found. */
export const askedAgain = (ctx: Ctx): Ctx => ({
  ...ctx,
  analysis_mode: 0,
  vain: ctx.vain && { ...ctx.vain, told: true },
});

/** The next iteration begins with the model again, unless its replies were of no use time after time. */
export const modeOfNextIteration = (ctx: Ctx): number =>
  (ctx.retries.MODEL_FAILURE ?? 0) < ctx.policy.retriesPerErrorType ? 0 : ctx.analysis_mode;

/** What rules found of a tree, where that is nothing. */
export function noteVain(ctx: Ctx, e: EventOf<'patch_invalid'>): Ctx {
  const inVain = !byModel(ctx) && e.problem.code === 'ANALYSIS_FAILURE' && e.searched !== undefined;
  if (!inVain || ctx.repo_snapshot === null) return ctx;
  return { ...ctx, vain: { commit: ctx.repo_snapshot.current_commit, found: e.reason, told: false } };
}

/** Places that a model names stay known when rules take over. */
export function noteNamed(ctx: Ctx, analysis: Analysis): Ctx {
  if (!byModel(ctx)) return ctx;
  const named = analysis.hypothesis_list.filter(({ location }) => location !== undefined);
  return { ...ctx, named };
}
