import { assess, controlSeen, differsFromBase, isPatched } from './assess.js';
import type { FirmwareContext, RecoveryTarget } from './context.js';
import type { EventOf } from './events.js';
import { trippedBreaker } from './ladders.js';

type Ctx = FirmwareContext;
type Checked = EventOf<'checked'>;

const confident = (ctx: Ctx): boolean => (ctx.decision?.confidence ?? 0) >= ctx.policy.successConfidence;

/** Passing as far as facts go, whatever a provider says. */
const factsPass = (ctx: Ctx): boolean => {
  const facts = assess(ctx);
  return facts.targetsPass && facts.regressions.length === 0;
};

const decidedPass = (ctx: Ctx): boolean =>
  ctx.decision?.status === 'PASS' && ctx.decision.next_action === 'CONTINUE' && factsPass(ctx);

const leadsTo = (to: RecoveryTarget) => (ctx: Ctx) => ctx.recovery?.to === to;

/** Guards are named after the conditions of the seed's §5 and see only the context and the event. */
export const firmwareGuards = {
  notYetRun: (ctx: Ctx) => !ctx.finished && ctx.started_at === null,

  analysisConfident: (ctx: Ctx, e: EventOf<'patch_plan_ok'>) =>
    e.analysis.confidence >= ctx.policy.analysisConfidence,
  riskWithinThreshold: (ctx: Ctx, e: EventOf<'patch_valid'>) =>
    e.patch.text.trim() !== '' && e.patch.metadata.risk <= ctx.policy.riskThreshold,

  decisionAborts: (ctx: Ctx) => ctx.decision?.next_action === 'ABORT',
  operatorStops: (_: Ctx, e: Checked) => e.operator === 'stop',
  nothingToFix: (ctx: Ctx) => decidedPass(ctx) && confident(ctx) && !differsFromBase(ctx),
  controlMissing: (ctx: Ctx) => decidedPass(ctx) && differsFromBase(ctx) && !controlSeen(ctx),
  converged: (ctx: Ctx) => decidedPass(ctx) && confident(ctx) && differsFromBase(ctx) && controlSeen(ctx),
  decisionRetries: (ctx: Ctx) => ctx.decision?.next_action === 'RETRY',
  decisionRollsBack: (ctx: Ctx) => ctx.decision?.next_action === 'ROLLBACK' && isPatched(ctx),
  passUnconfirmed: (ctx: Ctx) => decidedPass(ctx) && !confident(ctx),
  breakerTripped: (ctx: Ctx, e: Checked) => trippedBreaker(ctx, e.at) !== null,
  baselinePass: (ctx: Ctx) => !isPatched(ctx),
  maxIterationsReached: (ctx: Ctx) => ctx.iteration_index >= ctx.max_iterations,

  rungToAnalysis: leadsTo('CODE_ANALYSIS'),
  rungToBuild: leadsTo('BUILD_RUN'),
  rungToTestSetup: leadsTo('TEST_SETUP'),
  rungToCollection: leadsTo('RESULT_COLLECTION'),
};
