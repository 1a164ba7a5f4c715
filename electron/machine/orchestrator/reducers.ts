import type { Stage } from '../../../shared/campaign.js';
import type { Deliverable, ResidualRisk } from '../../../shared/deliverables.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { type Epic, isUnfinished, type WorkItem } from '../../../shared/work-item.js';
import type { BaseEvent } from '../define.js';
import {
  currentItem,
  FAILED_DISPATCHES,
  FEEDBACK_ROUNDS,
  NO_RESEARCH,
  type OrchestratorContext,
  REPLANS,
  RETRIES,
} from './context.js';
import type { EventOf } from './events.js';
import { withFailure, withItem, withoutFailures, withStatus } from './items.js';

type Ctx = OrchestratorContext;
type Reviewed = BaseEvent & { stage: Stage };
type Planned = EventOf<'need_plan_review'> | EventOf<'skip_plan_review'>;

/** Campaigns of before go on, and are replayed, with the count that they began with. */
const countedBefore = ({ failedDispatches }: Ctx, now: number): Pick<Ctx, 'failedDispatches'> =>
  failedDispatches === undefined ? {} : { failedDispatches: now };

/** What belongs to one item, before it is begun. */
const freshItem = (ctx: Ctx) => ({
  ...countedBefore(ctx, 0),
  ...{ retries: 0, design: null, handoff: [], dispatched: null, delivered: null, claims: [] },
});

const doubt =
  (from: string) =>
  (ctx: Ctx, { reason, confidence }: EventOf<'confidence_lt_0_6'>): Ctx => ({
    ...ctx,
    confidence,
    doubt: { from, why: reason, confidence, conflict: null },
  });

/** Files of the same name are the newer ones of the same thing only where their paths are the same. */
const adding = ({ deliverables }: Ctx, more: readonly Deliverable[]): readonly Deliverable[] => [
  ...deliverables.filter((one) => !more.some(({ path }) => path === one.path)),
  ...more,
];

const withRisks = (ctx: Ctx, more: readonly ResidualRisk[]): Ctx['risks'] => {
  const known = new Set(ctx.risks.map((one) => JSON.stringify(one)));
  return [...ctx.risks, ...more.filter((one) => !known.has(JSON.stringify(one)))];
};

/** Only what is complete makes way for the goal of the day. */
const ended = (ctx: Ctx, status: NonNullable<Ctx['end']>['status'], reason: Words): Ctx => ({
  ...ctx,
  end: { status, reason },
  isAsked: ctx.isAsked || status !== 'COMPLETE',
  isReported: false,
});

/** What is unfinished ends with the campaign: the item at hand, or all of them. */
const failed = (ctx: Ctx, reason: Words, at: number): Ctx =>
  ended({ ...ctx, epic: withStatus(ctx, 'blocked', at) }, 'FAILED', reason);

const reviewed = (ctx: Ctx, { stage }: Reviewed): Ctx => ({
  ...ctx,
  epic: ctx.epic && {
    ...ctx.epic,
    items: ctx.epic.items.map((item) => (item.id === stage.item ? { ...item, run: stage.run } : item)),
  },
  stages: [...ctx.stages, stage],
  risks: withRisks(ctx, stage.review.residual_risks),
});

const passed = (ctx: Ctx, e: Reviewed): Ctx => {
  const after = reviewed(ctx, e);
  const done = { ...after, epic: withStatus(after, 'done', e.at) };
  return { ...done, epic: withItem(done, withoutFailures) };
};

const planned = (ctx: Ctx, { plan, current, confidence, at }: Planned): Ctx => {
  const now = current === ctx.current ? ctx : { ...ctx, ...freshItem(ctx) };
  const next = { ...now, plan, current, confidence, feedback: {}, objections: [], research: NO_RESEARCH };
  return { ...next, epic: withStatus(next, 'in_progress', at) };
};

/** Another epic: of the queue all up to it lie behind, and items of the one before stay in the report. */
const takenUp = (ctx: Ctx, { id }: Epic): Ctx => {
  const at = ctx.resumable.findIndex((one) => one.id === id);
  return {
    ...ctx,
    ...{ current: null, words: at < 0 ? ctx.words : [], replans: 0, resumable: ctx.resumable.slice(at + 1) },
    earlier: withEarlier(ctx),
  };
};

const withEarlier = ({ earlier = [], epic }: Ctx): readonly WorkItem[] => [
  ...earlier,
  ...(epic?.items ?? []),
];

const titleOf = (ctx: Ctx): string => currentItem(ctx)?.title ?? ctx.goal;

export const orchestratorReducers = {
  noteResumable: (ctx: Ctx, { epics }: EventOf<'found_resumable'>): Ctx => ({ ...ctx, resumable: epics }),
  forgetResumable: (ctx: Ctx): Ctx => ({ ...ctx, resumable: [] }),
  loadQueue: (ctx: Ctx, { epic, plan, current, at }: EventOf<'resume_queue_loaded'>): Ctx => {
    const { resumable } = takenUp(ctx, epic);
    const next = { ...ctx, ...freshItem(ctx), goal: epic.goal, epic, plan, current, resumable };
    return { ...next, epic: withStatus(next, 'in_progress', at), research: NO_RESEARCH, end: null };
  },
  beginGoal: (ctx: Ctx, e: EventOf<'user_input'>): Ctx => ({
    ...{ ...ctx, ...freshItem(ctx), goal: e.text, goals: ctx.goals + 1, isAsked: true, words: [] },
    ...{ answer: null, doubt: null, epic: null, plan: null, current: null, feedback: {}, replans: 0 },
    ...{ research: NO_RESEARCH, end: null, isReported: false, resumable: [], earlier: withEarlier(ctx) },
  }),
  noteConflict: (ctx: Ctx, e: EventOf<'conflict_with_current_epic'>): Ctx => {
    const { reason, confidence, conflict, isAtWork = false } = e;
    return { ...ctx, confidence, doubt: { from: 'INTAKE', why: reason, confidence, conflict, isAtWork } };
  },
  doubtIntake: doubt('INTAKE'),
  doubtPlan: doubt('PLAN_BASELINE'),
  doubtSchedule: doubt('SCHEDULE'),
  doubtReplan: doubt('REPLAN_PATCH'),
  noteConfidence: (ctx: Ctx, { confidence }: EventOf<'intake_ok'>): Ctx => ({
    ...ctx,
    confidence,
    doubt: null,
    answer: null,
  }),
  /** Only who clarifies says that what failed dispatches has gone: other answers leave their count. */
  noteAnswer: (
    ctx: Ctx,
    e: EventOf<'switch'> | EventOf<'keep'> | EventOf<'merge'> | EventOf<'clarified'>,
  ): Ctx => ({
    ...{ ...ctx, ...countedBefore(ctx, 0), answer: e.type, confidence: 1, retries: 0 },
    epic: e.type === 'clarified' ? withItem(ctx, withoutFailures) : ctx.epic,
    words: e.text === null ? ctx.words : [...ctx.words, e.text],
  }),
  noteEpic: (ctx: Ctx, { epic }: EventOf<'bd_upsert_done'> | EventOf<'patch_applied'>): Ctx => ({
    ...(epic.id === ctx.epic?.id ? ctx : takenUp(ctx, epic)),
    ...{ epic, goal: epic.goal, doubt: null, answer: null },
  }),
  notePlan: planned,
  noteFeedback: (ctx: Ctx, { feedback }: EventOf<'non_blocking_feedback'>): Ctx => ({
    ...ctx,
    objections: [...(ctx.objections ?? []), ...feedback],
    feedback: {
      ...ctx.feedback,
      ...Object.fromEntries(feedback.map(({ item }) => [item, (ctx.feedback[item] ?? 0) + 1])),
    },
    risks: withRisks(
      ctx,
      feedback.filter(({ item }) => (ctx.feedback[item] ?? 0) + 1 === FEEDBACK_ROUNDS),
    ),
  }),
  noteAsRisks: (ctx: Ctx, { feedback }: EventOf<'non_blocking_feedback'>): Ctx => ({
    ...ctx,
    risks: withRisks(ctx, feedback),
  }),
  noteRisks: (ctx: Ctx, e: EventOf<'pass_or_feedback_limit_reached'>): Ctx => ({
    ...ctx,
    risks: withRisks(ctx, e.residual_risks),
  }),
  beginResearch: (ctx: Ctx, { target, agents }: EventOf<'observe_target_defined'>): Ctx => ({
    ...ctx,
    target,
    research: { ...NO_RESEARCH, round: ctx.research.round + 1, waiting: agents },
  }),
  noteArrived: (ctx: Ctx, { results, dead }: EventOf<'result_arrived'>): Ctx => {
    const here = new Set([...results, ...dead].map(({ agent }) => agent));
    const { waiting, dead: known } = ctx.research;
    const others = known.filter(({ agent }) => !here.has(agent));
    return {
      ...ctx,
      research: {
        ...ctx.research,
        waiting: waiting.filter((agent) => !here.has(agent)),
        arrived: results,
        dead: [...others, ...dead],
      },
    };
  },
  noteLoaded: (ctx: Ctx, { kept, findings, dead }: EventOf<'artifacts_loaded'>): Ctx => ({
    ...ctx,
    deliverables: adding(
      ctx,
      kept.flatMap(({ files }) => files),
    ),
    research: {
      ...ctx.research,
      arrived: [],
      results: [...ctx.research.results, ...kept],
      findings: [...ctx.research.findings, ...findings],
      dead: [...ctx.research.dead, ...dead],
    },
  }),
  awaitOthers: (ctx: Ctx, { agents }: EventOf<'need_more_results'>): Ctx => ({
    ...ctx,
    research: { ...ctx.research, round: ctx.research.round + 1, waiting: agents },
  }),
  buryOthers: (ctx: Ctx, { reason }: EventOf<'TIMEOUT'>): Ctx => ({
    ...ctx,
    research: {
      ...ctx.research,
      waiting: [],
      arrived: [],
      dead: [
        ...ctx.research.dead.filter(({ agent }) => !ctx.research.waiting.includes(agent)),
        ...ctx.research.waiting.map((agent) => ({ agent, why: reason })),
      ],
    },
  }),
  noteReplan: (ctx: Ctx): Ctx => ({ ...ctx, replans: ctx.replans + 1 }),
  failReplans: (ctx: Ctx, { reason, at }: EventOf<'need_replan'>): Ctx =>
    failed(ctx, text`research sent the plan back more than ${REPLANS} times: ${nested(reason)}`, at),
  noteDesign: (ctx: Ctx, { design }: EventOf<'design_ready'>): Ctx => ({
    ...ctx,
    design,
    deliverables: adding(ctx, [design]),
  }),
  noteHandoff: (ctx: Ctx, { files }: EventOf<'handoff_bundle_ready'>): Ctx => ({
    ...ctx,
    handoff: files,
    deliverables: adding(ctx, files),
  }),
  noteDispatched: (
    ctx: Ctx,
    { dispatched }: EventOf<'dispatch_success'> | EventOf<'dispatch_failed'>,
  ): Ctx => ({ ...ctx, dispatched, delivered: null }),
  noteClaims: (
    ctx: Ctx,
    { files, isDispatchFailed, problem, delivered, reason }: EventOf<'claims_evidence_arrived'>,
  ): Ctx => ({
    ...{ ...ctx, ...countedBefore(ctx, (ctx.failedDispatches ?? 0) + (isDispatchFailed ? 1 : 0)) },
    // an event of before does not say what failed
    epic: isDispatchFailed ? withFailure(ctx, problem ?? { code: 'ENV_ERROR', message: reason }) : ctx.epic,
    ...{ claims: files, delivered, deliverables: adding(ctx, files) },
  }),
  retry: (ctx: Ctx, e: EventOf<'reject_or_retry'>): Ctx => ({
    ...reviewed(ctx, e),
    retries: ctx.retries + 1,
  }),
  failDispatches: (ctx: Ctx, e: EventOf<'reject_or_retry'>): Ctx =>
    failed(reviewed(ctx, e), text`${FAILED_DISPATCHES} dispatches of “${titleOf(ctx)}” failed`, e.at),
  failRetries: (ctx: Ctx, e: EventOf<'reject_or_retry'>): Ctx =>
    failed(
      reviewed(ctx, e),
      text`“${titleOf(ctx)}” was sent back more than ${RETRIES} times: ${nested(e.reason)}`,
      e.at,
    ),
  noteBlocked: (ctx: Ctx, e: EventOf<'requirement_changed_or_blocked'>): Ctx => reviewed(ctx, e),
  noteDone: (ctx: Ctx, e: EventOf<'next_task'>): Ctx => passed(ctx, e),
  complete: (ctx: Ctx, e: EventOf<'pass'>): Ctx => ended(passed(ctx, e), 'COMPLETE', e.reason),
  cancel: (ctx: Ctx, { reason, at }: EventOf<'cancel'>): Ctx => {
    const items = ctx.epic?.items.map((item) =>
      isUnfinished(item) ? { ...item, status: 'cancelled' as const, updated_at: at } : item,
    );
    const epic = ctx.epic && items ? { ...ctx.epic, items, updated_at: at } : ctx.epic;
    return ended({ ...ctx, epic }, 'CANCELLED', reason);
  },
  fail: (ctx: Ctx, { problem, at }: EventOf<'fatal_error'>): Ctx => failed(ctx, problem.message, at),
  failLate: (ctx: Ctx, { reason, at }: EventOf<'TIMEOUT'>): Ctx => failed(ctx, reason, at),
  noteReported: (ctx: Ctx, e: EventOf<'reported'> | EventOf<'TIMEOUT'> | EventOf<'fatal_error'>): Ctx => {
    const lost = e.type === 'reported' ? (e.lost ?? []) : [];
    return {
      ...{ ...ctx, isReported: true },
      deliverables: ctx.deliverables.filter(({ path }) => !lost.some((one) => one.path === path)),
      risks: withRisks(
        ctx,
        lost.map(({ path, item, why }) => ({ item, risk: text`${path} is no deliverable: ${nested(why)}` })),
      ),
    };
  },
};
