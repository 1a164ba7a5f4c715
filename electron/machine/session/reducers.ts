import type { Problem } from '../../../shared/problem.js';
import type { Plan, SessionCall, Step } from '../../../shared/session.js';
import { inEnglish, nested, text, type Words } from '../../../shared/texts/words.js';
import type { BaseEvent } from '../define.js';
import { argumentsText, openStep, type Pending, type SessionContext } from './context.js';
import type { EventOf } from './events.js';

type Ctx = SessionContext;

/** Turns that are remembered, and characters of each. */
const TURNS = 10;
const REMEMBERED = 1000;

const withStep = (plan: Plan | null, id: string | undefined, change: Partial<Step>): Plan | null =>
  plan && { ...plan, steps: plan.steps.map((step) => (step.step_id === id ? { ...step, ...change } : step)) };

/** The step at hand cannot be carried out. */
const blocked = (ctx: Ctx, why: Words): Ctx => ({
  ...ctx,
  ...{ blocked: why, pending: [], confirmation: null },
  plan: withStep(ctx.plan, openStep(ctx)?.step_id, { status: 'blocked' }),
});

/** The first call that waits, as one that was not made. */
function dropFirst(ctx: Ctx, error: { message: Words; next: Words }): Ctx {
  const [first, ...rest] = ctx.pending;
  if (!first) return { ...ctx, confirmation: null };
  const { n } = first;
  const shown = { message: inEnglish(error.message), next: inEnglish(error.next) };
  const denied: SessionCall = {
    ...first,
    ...{ status: 'denied', file: null, tree: null },
    error: { code: 'E_POLICY_DENIED', ...shown, trace_id: `${ctx.run}.main.call.${n}` },
  };
  return { ...ctx, calls: [...ctx.calls, denied], pending: rest, confirmation: null };
}

/** A person said no to the first call that waits. */
function refuse(ctx: Ctx, words: string | null): Ctx {
  const [first] = ctx.pending;
  const message =
    words === null ? text`a person refused the call` : text`a person refused the call: ${words}`;
  const dropped = dropFirst(ctx, { message, next: text`do it another way` });
  const refused = first ? [{ tool: first.tool, args: argumentsText(first.args) }] : [];
  return { ...dropped, refused: [...ctx.refused, ...refused] };
}

/** Rules go on in place of a model, to the end of the turn. */
const standIn = (ctx: Ctx, { stoodIn }: { stoodIn?: Words }): Ctx =>
  stoodIn === undefined ? ctx : { ...ctx, stoodIn };

const problemOf = (e: BaseEvent & { problem?: Problem }): Problem =>
  e.problem ?? { code: 'UNHANDLED_EXCEPTION', message: e.reason };

const failedWith = (ctx: Ctx, problem: Problem): Ctx => ({
  ...ctx,
  lastError: problem,
  pending: [],
  confirmation: null,
});

/** Nothing that was chosen is made any more; the call that was asked about counts as refused by nobody. */
const withoutWaiting = (ctx: Ctx): Ctx =>
  ctx.confirmation === null ? ctx : dropFirst(ctx, { message: BROKEN_OFF, next: text`ask for it again` });

const BROKEN_OFF = text`the operator took calls back before the turn was over`;

const REFUSED_STEP = text`a person refused a call of the plan`;

export const sessionReducers = {
  beginTurn: (ctx: Ctx, e: EventOf<'USER_MESSAGE'>): Ctx => ({
    ...ctx,
    before: [
      ...ctx.before,
      ...(ctx.turn === 0
        ? []
        : [
            {
              goal: ctx.goal.slice(0, REMEMBERED),
              end: inEnglish(nested(ctx.summary?.text ?? '')).slice(0, REMEMBERED),
            },
          ]),
    ].slice(-TURNS),
    ...{ turn: ctx.turn + 1, goal: e.text, constraints: [], questions: [], answer: null, plan: null },
    ...{
      pending: [],
      confirmation: null,
      words: null,
      recoveries: 0,
      repairs: [],
      lastError: null,
      verified: null,
    },
    ...{ undo: null, isUndo: false, blocked: null, isCancelled: false, summary: null, finished: false },
    stoodIn: null,
  }),
  beginUndo: (ctx: Ctx, e: EventOf<'undo_requested'>): Ctx => ({
    ...ctx,
    ...{
      undo: e.call ?? 1,
      isUndo: true,
      blocked: null,
      isCancelled: false,
      summary: null,
      finished: false,
      verified: null,
    },
  }),
  breakForUndo: (ctx: Ctx, e: EventOf<'undo_requested'>): Ctx => ({
    // a client goes on with its connection; a turn whose work is taken away from under it does not
    ...(ctx.mode === 'connection'
      ? { ...ctx, confirmation: null }
      : blocked(withoutWaiting(ctx), BROKEN_OFF)),
    undo: e.call ?? 1,
    isUndo: ctx.mode !== 'connection',
  }),
  noteNothingToUndo: (ctx: Ctx): Ctx => ({
    ...blocked(ctx, text`this session has changed no file, so there is nothing to undo`),
    isUndo: true,
  }),
  noteQuestions: (ctx: Ctx, { questions }: EventOf<'needs_clarification'>): Ctx => ({ ...ctx, questions }),
  leaveQuestions: (ctx: Ctx, { questions, reason }: EventOf<'needs_clarification'>): Ctx => ({
    ...blocked(ctx, reason),
    questions,
  }),
  noteIntake: (ctx: Ctx, { constraints, ...e }: EventOf<'understood'>): Ctx => ({
    ...standIn(ctx, e),
    constraints,
  }),
  noteAnswer: (ctx: Ctx, e: EventOf<'CLARIFICATION_ANSWER'>): Ctx => ({ ...ctx, answer: e.text }),
  notePlan: (ctx: Ctx, { plan, ...e }: EventOf<'planned'>): Ctx => ({ ...standIn(ctx, e), plan }),
  holdPlan: (ctx: Ctx, { plan, held, ...e }: EventOf<'planned'>): Ctx => ({
    ...standIn(ctx, e),
    plan,
    pending: held ? [held.call] : [],
    confirmation: held?.confirmation ?? null,
  }),
  queueCalls: (ctx: Ctx, { calls, reopened = [] }: EventOf<'TOOL_CALL_REQUEST'>): Ctx => ({
    ...begun(ctx, calls),
    refused: ctx.refused.filter(({ tool }) => !reopened.includes(tool)),
  }),
  holdCall: (ctx: Ctx, { calls, confirmation }: EventOf<'TOOL_CALL_REQUEST'>): Ctx => ({
    ...begun(ctx, calls),
    confirmation,
  }),
  noteConfirmed: (ctx: Ctx): Ctx => ({ ...ctx, confirmation: null }),
  denyCall: (ctx: Ctx, e: EventOf<'CONFIRM'>): Ctx => ({ ...refuse(ctx, e.text), words: e.text }),
  expireCall: (ctx: Ctx): Ctx =>
    dropFirst(ctx, {
      message: text`nobody answered the question in time`,
      next: text`have a person answer it, then call again`,
    }),
  noteRefused: (ctx: Ctx, e: EventOf<'CONFIRM'>): Ctx => ({
    ...blocked(refuse(ctx, e.text), REFUSED_STEP),
    words: e.text,
  }),
  noteSilence: (ctx: Ctx): Ctx =>
    blocked(
      dropFirst(ctx, {
        message: text`nobody answered the question in time`,
        next: text`ask again when somebody is there`,
      }),
      text`nobody answered the question in time; silence is not a yes`,
    ),
  noteResult: (ctx: Ctx, { result, problem }: EventOf<'TOOL_CALL_RESULT'>): Ctx => ({
    ...ctx,
    calls: [...ctx.calls, result],
    // what was chosen together with a call that failed was chosen before that was known
    pending: result.status === 'ok' ? ctx.pending.filter(({ n }) => n !== result.n) : [],
    words: null,
    lastError: problem,
  }),
  completeStep: (ctx: Ctx, { step, words }: EventOf<'step_completed'>): Ctx =>
    step === null
      ? ctx
      : {
          ...ctx,
          recoveries: ctx.repairs.includes(step) ? ctx.recoveries : 0,
          plan: withStep(ctx.plan, step, { status: 'done', ...(words !== undefined && { words }) }),
        },
  noteFailure: (ctx: Ctx, e: EventOf<'step_failed'>): Ctx => failedWith(ctx, e.problem),
  noteSlowStep: (ctx: Ctx, e: EventOf<'TIMEOUT'>): Ctx =>
    failedWith(ctx, { code: 'TIMEOUT', message: e.reason }),
  noteVerified: (ctx: Ctx, { isChecked }: EventOf<'verified'>): Ctx => ({
    ...ctx,
    verified: isChecked ? true : null,
  }),
  noteCheckFailed: (ctx: Ctx, e: EventOf<'verify_failed'>): Ctx => ({
    ...failedWith(ctx, e.problem),
    verified: false,
  }),
  noteRepair: (ctx: Ctx, { steps }: EventOf<'repairable'>): Ctx => ({
    ...ctx,
    recoveries: ctx.recoveries + 1,
    repairs: [...ctx.repairs, ...steps.map(({ step_id }) => step_id)],
    verified: null,
    plan: ctx.plan && withRepair(ctx.plan, steps),
  }),
  noteExhausted: (ctx: Ctx): Ctx =>
    blocked(ctx, text`${ctx.recoveries} recoveries did not help: ${nested(ctx.lastError?.message ?? '')}`),
  noteUndone: (ctx: Ctx, { from }: EventOf<'undone'>): Ctx => ({
    ...ctx,
    undo: null,
    calls: ctx.calls.map((call) =>
      call.n >= from && call.tree !== null ? { ...call, status: 'undone' } : call,
    ),
  }),
  noteBlocked: (ctx: Ctx, e: BaseEvent & { problem?: Problem }): Ctx => ({
    ...blocked(ctx, problemOf(e).message),
    lastError: problemOf(e),
  }),
  noteSlow: (ctx: Ctx, e: EventOf<'TIMEOUT'>): Ctx => blocked(ctx, e.reason),
  noteCancel: (ctx: Ctx, e: EventOf<'CANCEL'>): Ctx => ({ ...blocked(ctx, e.reason), isCancelled: true }),
  noteSummary: (ctx: Ctx, { summary, branch }: EventOf<'summarized'>): Ctx => ({ ...ctx, summary, branch }),
  noteReported: (ctx: Ctx): Ctx => ({ ...ctx, finished: true }),
};

/** Calls of a step were chosen: it is in progress. A call that waits already is the same one, which has to be asked for. */
function begun(ctx: Ctx, calls: readonly Pending[]): Ctx {
  const known = new Set(ctx.pending.map(({ n }) => n));
  const step = openStep(ctx);
  return {
    ...ctx,
    pending: [...ctx.pending, ...calls.filter(({ n }) => !known.has(n))],
    plan: step?.status === 'pending' ? withStep(ctx.plan, step.step_id, { status: 'in_progress' }) : ctx.plan,
  };
}

/** Repair steps come before the step that failed, or behind all where the whole was checked. */
function withRepair(plan: Plan, steps: readonly Step[]): Plan {
  const at = plan.steps.findIndex(({ status }) => status === 'pending' || status === 'in_progress');
  const before = at < 0 ? plan.steps.length : at;
  return { ...plan, steps: plan.steps.toSpliced(before, 0, ...steps) };
}
