import { controlSeen, decidedPass, differsFromBase, isPatched, ranOften } from './assess.js';
import { trippedAtCheck } from './breakers.js';
import type { FirmwareContext, RecoveryTarget } from './context.js';
import { diagnosisDue, isDiagnosing } from './diagnosis.js';
import type { EventOf } from './events.js';
import { anotherAnswerDue, dueClass, leavesClass, passesBelow } from './verdicts.js';

type Ctx = FirmwareContext;
type Checked = EventOf<'checked'>;

const confident = (ctx: Ctx): boolean => (ctx.decision?.confidence ?? 0) >= ctx.policy.successConfidence;

/** Sure enough to end the run: without a patch, only after several runs of the image. */
const confirmed = (ctx: Ctx): boolean => confident(ctx) && (differsFromBase(ctx) || ranOften(ctx));

const leadsTo = (to: RecoveryTarget) => (ctx: Ctx) => ctx.recovery?.to === to;

/** Guards are named after the conditions of the seed's §5 and see only the context and the event. */
export const firmwareGuards = {
  notYetRun: (ctx: Ctx) => !ctx.finished && ctx.started_at === null,

  /** Prints are added because nobody can be sure yet. */
  analysisConfident: (ctx: Ctx, e: EventOf<'patch_plan_ok'>) =>
    e.analysis.patch_plan !== null &&
    (diagnosisDue(ctx) ||
      (e.analysis.confidence >= ctx.policy.analysisConfidence &&
        (e.analysis.root_cause !== null || e.analysis.hypothesis_list.length > 0))),
  riskWithinThreshold: (ctx: Ctx, e: EventOf<'patch_valid'>) =>
    e.patch.text.trim() !== '' && e.patch.metadata.risk <= ctx.policy.riskThreshold,

  decisionAborts: (ctx: Ctx) => ctx.decision?.next_action === 'ABORT',
  operatorStops: (_: Ctx, e: Checked) => e.operator === 'stop',
  diagnosticRan: isDiagnosing,
  nothingToFix: (ctx: Ctx) => decidedPass(ctx) && confirmed(ctx) && !differsFromBase(ctx),
  controlMissing: (ctx: Ctx) => decidedPass(ctx) && differsFromBase(ctx) && !controlSeen(ctx),
  converged: (ctx: Ctx) => decidedPass(ctx) && confirmed(ctx) && differsFromBase(ctx) && controlSeen(ctx),
  operatorTakes: (ctx: Ctx, e: Checked) => e.operator === 'take' && passesBelow(ctx),
  /** Not believed, or rejected by held-out cases, while another class may be tried. */
  nextClassDue: (ctx: Ctx) => leavesClass(ctx) && dueClass(ctx) !== null,
  anotherAnswerDue,
  noClassLeft: leavesClass,
  /** An environment error is healed before code is touched, whatever comes next (seed §5.14). */
  decisionRetries: (ctx: Ctx) =>
    ctx.decision?.next_action === 'RETRY' || ctx.decision?.status === 'ENV_ERROR',
  decisionRollsBack: (ctx: Ctx) => ctx.decision?.next_action === 'ROLLBACK' && isPatched(ctx),
  passUnconfirmed: (ctx: Ctx) => decidedPass(ctx) && !confirmed(ctx),
  breakerTripped: (ctx: Ctx, e: Checked) => trippedAtCheck(ctx, e.at) !== null,
  baselinePass: (ctx: Ctx) => !isPatched(ctx),
  maxIterationsReached: (ctx: Ctx) => ctx.iteration_index >= ctx.max_iterations,

  rungToAnalysis: leadsTo('CODE_ANALYSIS'),
  rungToBuild: leadsTo('BUILD_RUN'),
  rungToTestSetup: leadsTo('TEST_SETUP'),
  rungToCollection: leadsTo('RESULT_COLLECTION'),
};
