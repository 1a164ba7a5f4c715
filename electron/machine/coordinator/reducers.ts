import type { Problem } from '../../../shared/problem.js';
import type {
  CoderProposal,
  MustFix,
  Review,
  Round,
  RoundtableOutcome,
  TestReport,
} from '../../../shared/roundtable.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import type { FirmwareContext } from '../firmware-loop/context.js';
import { type CoordinatorContext, currentRound } from './context.js';
import type { Baseline, Coded, EventOf, ProviderOutcome } from './events.js';
import { failedCommands, mustFixOf } from './verdict.js';

type Ctx = CoordinatorContext;
type Tested = { test: TestReport; reason: Words };

const ended = (ctx: Ctx, outcome: RoundtableOutcome, reason: Words): Ctx => ({ ...ctx, outcome, reason });

/** Changes the round that is under way. */
const inRound = (ctx: Ctx, change: Partial<Round>): Ctx => {
  const round = currentRound(ctx);
  return round === null ? ctx : { ...ctx, rounds: [...ctx.rounds.slice(0, -1), { ...round, ...change }] };
};

const withMustFix = (ctx: Ctx, must_fix: MustFix[]): Ctx => ({ ...inRound(ctx, { must_fix }), must_fix });
const withReview = (ctx: Ctx, review: Review): Ctx => inRound(ctx, { review });
const withTest = (ctx: Ctx, test: TestReport): Ctx =>
  withMustFix(inRound(ctx, { test }), mustFixOf(test.runs));

const hasPatch = ({ patch }: CoderProposal): boolean => patch.trim() !== '';

function withProposal(ctx: Ctx, { proposal, next, is_searched, searched, analysis }: Coded): Ctx {
  const { round, mode } = ctx;
  const begun: Round = { round, mode, proposal, review: null, test: null, must_fix: [] };
  const spent = {
    ms: ctx.known.searched.ms + searched.ms,
    trials: ctx.known.searched.trials + searched.trials,
  };
  return {
    ...{ ...ctx, first: null, next, is_searched, rounds: [...ctx.rounds, begun] },
    known: { ...ctx.known, searched: spent, analysis: analysis ?? ctx.known.analysis },
  };
}

function knowing(known: FirmwareContext, { commit, logs, build, test }: Baseline): FirmwareContext {
  return {
    ...known,
    repo_snapshot: { base_commit: commit, current_commit: commit },
    logs,
    last_build_result: build,
    last_test_result: test,
    baseline: build?.success ? { built: true, result: test, image: null } : null,
  };
}

const prepared = (ctx: Ctx, { baseline }: { baseline?: Baseline }): Ctx =>
  baseline === undefined ? ctx : { ...ctx, known: knowing(ctx.known, baseline) };

/** Rounds that end on failing tests, or on a tester that cannot be read, are told as that (design §3). */
function outOfRounds(ctx: Ctx): RoundtableOutcome {
  if (ctx.retry_reason === 'tests_failed') return 'test_failed';
  return ctx.retry_reason === 'tester_schema_invalid' ? 'tester_schema_invalid' : 'max_iterations_reached';
}

const OUTCOME_OF = {
  tester_command_blocked: 'tester_command_blocked',
  repeated_test_failure: 'repeated_test_failure',
} as const;

export const coordinatorReducers = {
  appendFollowUp: (ctx: Ctx, { text: said, mode }: EventOf<'task_followup_received'>): Ctx => ({
    ...ctx,
    mode: mode ?? ctx.mode,
    messages: [...ctx.messages, { text: said, mode }],
    ...{ round: 1, must_fix: [], failed: null, retry_reason: null, is_searched: false },
    known: { ...ctx.known, searched: { ms: 0, trials: 0 } },
    ...{ patch: null, outcome: null, reason: '' },
  }),
  notePrepared: prepared,
  noteDraft: (ctx: Ctx, e: EventOf<'roundtable_reviewer'>): Ctx => ({
    ...withProposal(ctx, e),
    agreed: hasPatch(e.proposal) ? e.proposal : null,
  }),
  noteComment: (ctx: Ctx, e: EventOf<'roundtable_tester'>): Ctx => withReview(ctx, e.review),
  awaitOperator: (ctx: Ctx, { test, reason }: Tested): Ctx => ({
    ...ended(inRound(ctx, { test }), 'await_operator_confirm', reason),
    patch: ctx.agreed?.patch ?? null,
  }),
  closeDiscussion: (ctx: Ctx, { test, reason }: Tested): Ctx =>
    ended(inRound(ctx, { test }), 'discussion_complete', reason),
  noteProposal: (ctx: Ctx, e: EventOf<'start_reviewer'>): Ctx => ({ ...withProposal(ctx, e), agreed: null }),
  endReviewUnreadable: (ctx: Ctx, e: EventOf<'review_schema_invalid'>): Ctx =>
    ended(ctx, 'review_schema_invalid', e.problem.message),
  requestChanges: (ctx: Ctx, { review }: EventOf<'review_changes_requested'>): Ctx => ({
    ...withMustFix(withReview(ctx, review), review.must_fix),
    retry_reason: 'review_changes_requested',
  }),
  noteApproval: (ctx: Ctx, { review }: EventOf<'review_approved'>): Ctx => withReview(ctx, review),
  noteTesterUnreadable: (ctx: Ctx, { problem }: EventOf<'tester_schema_invalid'>): Ctx => ({
    ...withMustFix(ctx, [{ what: problem.message, where: null, command: null, output: null }]),
    retry_reason: 'tester_schema_invalid',
  }),
  endTested: (ctx: Ctx, e: Tested & { type: keyof typeof OUTCOME_OF }): Ctx =>
    ended(withTest(ctx, e.test), OUTCOME_OF[e.type], e.reason),
  noteFailures: (ctx: Ctx, { test }: EventOf<'tests_failed'>): Ctx => ({
    ...withTest(ctx, test),
    failed: { round: ctx.round, commands: failedCommands(test.runs) },
    retry_reason: 'tests_failed',
  }),
  approve: (ctx: Ctx, { test, reason }: EventOf<'tests_passed'>): Ctx => ({
    ...ended(withTest(ctx, test), 'approved', reason),
    patch: currentRound(ctx)?.proposal.patch ?? null,
  }),
  nextRound: (ctx: Ctx): Ctx => ({ ...ctx, round: ctx.round + 1 }),
  cancel: (ctx: Ctx, { reason }: EventOf<'aborted_by_operator'>): Ctx => ended(ctx, 'canceled', reason),
  endExhausted: (ctx: Ctx, { reason }: EventOf<'max_iterations_reached'>): Ctx =>
    ended(ctx, outOfRounds(ctx), reason),
  endByProvider: (ctx: Ctx, e: { type: ProviderOutcome; problem: Problem }): Ctx =>
    ended(ctx, e.type, e.problem.message),
  endLate: (ctx: Ctx, { state, reason }: EventOf<'TIMEOUT'>): Ctx =>
    ended(ctx, 'timeout', text`${state} took too long: ${nested(reason)}`),
  endBroken: (ctx: Ctx, { problem }: EventOf<'exception'>): Ctx => ended(ctx, 'exception', problem.message),
};
