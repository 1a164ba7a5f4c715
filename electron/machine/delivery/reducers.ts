import { CAPS, type Committed, type DeliveryOutcome } from '../../../shared/delivery.js';
import type { Problem } from '../../../shared/problem.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { type Capped, type DeliveryContext, newGo, type Push } from './context.js';
import type { EventOf } from './events.js';
import { whyNotDeployed } from './guards.js';
import type { Origin } from './states.js';

type Ctx = DeliveryContext;

const ended = (ctx: Ctx, outcome: DeliveryOutcome, reason: Words): Ctx => ({
  ...{ ...ctx, outcome, reason, told: reason },
  ...{ origin: null, unheard: [], pushes: [] },
});

/** Another move, whose event says why. */
const moved = (ctx: Ctx, change: Partial<Ctx> = {}): Ctx => ({ ...ctx, told: null, ...change });

const counted = (ctx: Ctx, what: Capped, retry_reason: string): Pick<Ctx, 'retries' | 'retry_reason'> => ({
  retries: { ...ctx.retries, [what]: ctx.retries[what] + 1 },
  retry_reason,
});

const pushed = ({ pushes }: Ctx, push: Push): Pick<Ctx, 'pushes'> => ({ pushes: [...pushes, push] });

const warned = ({ warnings }: Ctx, why: Words): Pick<Ctx, 'warnings' | 'told'> => ({
  warnings: [...warnings, why],
  told: why,
});

const leftOpen = text`after ${CAPS.review} rounds of changes the review still has something against the work; it goes on to the checks, and is not deployed`;
const styleLeft = text`after ${CAPS.lint} rounds the style checks still fail; they are advisory, so the work goes on`;

/** Boards that were being written to when everything ended are named: nobody has taken anything back. */
const withBoards = ({ held, outcome }: Ctx, reason: Words): Words =>
  held === null || outcome !== null
    ? reason
    : text`${nested(reason)}; these boards may hold the new image: ${held.map(({ board }) => board).join(', ')}`;

/** An effect names what its target did; what it threw itself is a fault of ours. */
const outcomeOf = ({ code }: Problem): DeliveryOutcome =>
  code === 'UNHANDLED_EXCEPTION' ? 'exception' : 'environment_failed';

/** The same work again is the same commit. */
const withCommit = (ctx: Ctx, committed: Committed): Pick<Ctx, 'committed' | 'commits'> => ({
  committed,
  commits: ctx.committed?.commit === committed.commit ? ctx.commits : ctx.commits + 1,
});

/** A message is heard where the machine stands: REFINING goes back there, unless it says otherwise. */
const heard =
  (origin: Origin) =>
  (ctx: Ctx, { text: said }: EventOf<'user_message'>): Ctx =>
    moved(ctx, { origin, unheard: [...ctx.unheard, said], messages: [...ctx.messages, said] });

export const deliveryReducers = {
  hearIdle: heard('IDLE'),
  hearDeveloping: heard('DEVELOPING'),
  hearReviewing: heard('REVIEWING'),
  hearLinting: heard('LINTING'),
  hearTesting: heard('TESTING'),
  hearCommitting: heard('COMMITTING'),
  hearDeploying: heard('DEPLOYING'),
  hearDone: heard('DONE'),
  hearMore: (ctx: Ctx, e: EventOf<'user_message'>): Ctx => heard(ctx.origin ?? 'DONE')(ctx, e),

  noteReply: (ctx: Ctx, e: EventOf<'reply_ended'>): Ctx => {
    const { session, signals, questions, tree, patch, base, notes = [] } = e;
    return moved(ctx, {
      ...{
        session: session ?? ctx.session,
        signals,
        questions,
        tree,
        patch,
        pushes: [],
        is_work_done: false,
      },
      ...(base !== undefined && { base }),
      ...((base ?? ctx.base) !== undefined && {
        is_session_behind: session === null && (base !== undefined || ctx.is_session_behind === true),
      }),
      ...(notes.length > 0 && { warnings: [...ctx.warnings, ...notes] }),
    });
  },

  pushIssues: (ctx: Ctx, { review, push }: EventOf<'has_issue'>): Ctx =>
    moved(ctx, {
      ...{ review, raised: [...ctx.raised, push], ...counted(ctx, 'review', 'has_issue') },
      ...pushed(ctx, { from: 'review', text: push }),
    }),
  pushAnswer: (ctx: Ctx, { push }: EventOf<'ai_question'>): Ctx =>
    moved(ctx, {
      ...{ questions: [], ...counted(ctx, 'review', 'ai_question') },
      ...pushed(ctx, { from: 'answer', text: push }),
    }),
  noteReview: (ctx: Ctx, { review }: EventOf<'no_issue'>): Ctx => moved(ctx, { review }),
  forceReview: (ctx: Ctx, e: EventOf<'has_issue'> | EventOf<'ai_question'>): Ctx =>
    moved(ctx, {
      ...('review' in e && { review: e.review }),
      ...{ deploy_blocked: leftOpen, ...warned(ctx, leftOpen) },
    }),

  noteLint: (ctx: Ctx, { checks }: EventOf<'lint_pass'>): Ctx => moved(ctx, { lint: checks, tests: [] }),
  pushLint: (ctx: Ctx, { checks, push }: EventOf<'lint_fail'>): Ctx =>
    moved(ctx, {
      ...{ lint: checks, ...counted(ctx, 'lint', 'lint_fail'), ...pushed(ctx, { from: 'lint', text: push }) },
    }),
  forceStyle: (ctx: Ctx, { checks }: EventOf<'lint_fail'>): Ctx =>
    moved(ctx, { lint: checks, tests: [], ...warned(ctx, styleLeft) }),
  endLint: (ctx: Ctx, { checks, reason }: EventOf<'lint_fail'>): Ctx =>
    ended({ ...ctx, lint: checks }, 'incomplete_lint_failed', reason),

  noteTests: (ctx: Ctx, { tests }: EventOf<'test_pass'>): Ctx =>
    moved(ctx, { tests: [...ctx.tests, ...tests] }),
  pushTests: (ctx: Ctx, { tests, push }: EventOf<'test_fail'>): Ctx =>
    moved(ctx, {
      ...{
        tests: [...ctx.tests, ...tests],
        ...counted(ctx, 'test', 'test_fail'),
        ...pushed(ctx, { from: 'test', text: push }),
      },
    }),
  endTests: (ctx: Ctx, { tests, reason }: EventOf<'test_fail'>): Ctx =>
    ended({ ...ctx, tests: [...ctx.tests, ...tests] }, 'incomplete_tests_failed', reason),

  noteCommit: (ctx: Ctx, { committed }: EventOf<'commit_success'>): Ctx =>
    moved(ctx, { ...withCommit(ctx, committed), held: null, deployed: [], rolled_back: [] }),
  endCommitted: (ctx: Ctx, { committed, reason }: EventOf<'commit_success'>): Ctx => {
    const done = { ...ctx, ...withCommit(ctx, committed) };
    return ctx.targets.length > 0 && ctx.deploy_blocked !== null
      ? ended(done, 'deploy_blocked', text`${nested(reason)}; not deployed: ${nested(ctx.deploy_blocked)}`)
      : ended(done, 'committed', reason);
  },
  retryCommit: (ctx: Ctx, { problem }: EventOf<'commit_fail'>): Ctx =>
    moved(ctx, { last_error: problem, ...counted(ctx, 'commit', problem.code) }),
  endCommit: (ctx: Ctx, { problem }: EventOf<'commit_fail'>): Ctx =>
    ended({ ...ctx, last_error: problem }, 'commit_failed', problem.message),

  noteHeld: (ctx: Ctx, { held }: EventOf<'deploy_prepared'>): Ctx =>
    moved(ctx, { held, deployed: [], rolled_back: [] }),
  noteDeployed: (ctx: Ctx, { deployed }: EventOf<'deploy_success'>): Ctx =>
    moved(ctx, { deployed: [...ctx.deployed, deployed] }),
  endDeployed: (ctx: Ctx, { deployed }: EventOf<'deploy_success'>): Ctx => {
    const all = [...ctx.deployed, deployed];
    const reason = text`deployed ${deployed.image.slice(0, 12)} to ${all.map(({ board }) => board).join(', ')}`;
    return ended({ ...ctx, deployed: all, rolled_back: [] }, 'deployed', reason);
  },
  rollBack: (ctx: Ctx, e: EventOf<'deploy_fail'> | EventOf<'TIMEOUT'> | EventOf<'exception'>): Ctx =>
    moved(ctx, {
      ...{ is_rolling_back: true, is_deploy_final: e.type === 'deploy_fail' && e.is_final, rolled_back: [] },
      last_error: 'problem' in e ? e.problem : { code: 'TIMEOUT', message: e.reason },
    }),
  rollBackCanceled: (ctx: Ctx, { reason }: EventOf<'cancel'>): Ctx =>
    moved(ctx, {
      ...{ is_rolling_back: true, is_canceled: true, is_deploy_final: true, rolled_back: [] },
      last_error: { code: 'USAGE', message: reason },
    }),
  endUnwritten: (ctx: Ctx, { problem }: EventOf<'deploy_fail'>): Ctx =>
    ended({ ...ctx, last_error: problem }, 'deploy_failed', problem.message),
  notePutBack: (ctx: Ctx, { board }: EventOf<'rolled_back'>): Ctx =>
    moved(ctx, { rolled_back: [...ctx.rolled_back, board] }),
  retryDeploy: (ctx: Ctx, { board }: EventOf<'rolled_back'>): Ctx =>
    moved(ctx, {
      ...{ rolled_back: [...ctx.rolled_back, board], deployed: [], is_rolling_back: false },
      ...counted(ctx, 'deploy', ctx.last_error?.code ?? 'FLASH_FAILURE'),
    }),
  endDeploy: (ctx: Ctx, { board, reason }: EventOf<'rolled_back'>): Ctx =>
    ended(
      { ...ctx, rolled_back: [...ctx.rolled_back, board], deployed: [], is_rolling_back: false },
      ctx.is_canceled ? 'canceled' : 'deploy_failed',
      text`${nested(ctx.last_error?.message ?? '')}; ${nested(reason)}`,
    ),

  beginGo: (ctx: Ctx, { push }: EventOf<'develop'>): Ctx =>
    moved(ctx, {
      ...newGo(),
      ...{ origin: null, unheard: [], questions: [], ...pushed(ctx, { from: 'operator', text: push }) },
    }),
  beginDeploy: (ctx: Ctx): Ctx =>
    moved(ctx, {
      ...{ origin: null, unheard: [], outcome: null, reason: '', held: null, is_rolling_back: false },
      ...{ is_canceled: false, is_deploy_final: false, retries: { ...ctx.retries, deploy: 0 } },
    }),
  goOnDeploying: (ctx: Ctx): Ctx => moved(ctx, { origin: null, unheard: [] }),
  refuseDeploy: (ctx: Ctx): Ctx => {
    const why = whyNotDeployed(ctx) ?? '';
    return moved(ctx, { origin: null, unheard: [], told: text`not deployed: ${nested(why)}` });
  },
  goBack: (ctx: Ctx, { note }: EventOf<'stay'>): Ctx =>
    moved(ctx, {
      ...{ origin: null, unheard: [] },
      ...(note !== null && ctx.origin === 'DEVELOPING' && pushed(ctx, { from: 'operator', text: note })),
    }),

  cancel: (ctx: Ctx, { reason }: EventOf<'cancel'>): Ctx => ended(ctx, 'canceled', withBoards(ctx, reason)),
  endLate: (ctx: Ctx, { state, reason }: EventOf<'TIMEOUT'>): Ctx =>
    ended(ctx, 'timeout', withBoards(ctx, text`${state} took too long: ${nested(reason)}`)),
  endBroken: (ctx: Ctx, { problem }: EventOf<'exception'>): Ctx =>
    ended({ ...ctx, last_error: problem }, outcomeOf(problem), withBoards(ctx, problem.message)),
};
