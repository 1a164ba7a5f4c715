import * as z from 'zod';
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '../../../shared/delivery.js';
import { text, wordsSchema } from '../../../shared/texts/words.js';
import { defineMachine, type Ending, type Row } from '../define.js';
import type { DeliveryContext } from './context.js';
import type { DeliveryEvent } from './events.js';
import { deliveryGuards } from './guards.js';
import { deliveryReducers } from './reducers.js';
import { DELIVERY_STATES, type DeliveryState } from './states.js';

type DeliveryRow = Row<
  DeliveryState,
  DeliveryEvent,
  DeliveryContext,
  typeof deliveryGuards,
  typeof deliveryReducers
>;

/** The seed's matrix (004, "状态转换规则矩阵") in its order, with its caps; then REFINING, and what design §3 adds. */
// biome-ignore format: a table is read by its columns
const rows = [
  { from: 'IDLE', on: 'init', to: 'DEVELOPING', when: 'hasWork' },

  { from: 'DEVELOPING', on: 'reply_ended', to: 'REVIEWING', do: 'noteReply' },

  { from: 'REVIEWING', on: 'has_issue', to: 'DEVELOPING', when: 'reviewsRemain', do: 'pushIssues' },
  { from: 'REVIEWING', on: 'ai_question', to: 'DEVELOPING', when: 'reviewsRemain', do: 'pushAnswer' },
  { from: 'REVIEWING', on: 'no_issue', to: 'LINTING', do: 'noteReview' },
  { from: 'REVIEWING', on: 'has_issue', to: 'LINTING', do: 'forceReview', note: 'after 5; blocks the deployment' },
  { from: 'REVIEWING', on: 'ai_question', to: 'LINTING', do: 'forceReview', note: 'after 5; blocks the deployment' },

  { from: 'LINTING', on: 'lint_fail', to: 'DEVELOPING', when: 'lintsRemain', do: 'pushLint' },
  { from: 'LINTING', on: 'lint_pass', to: 'COMMITTING', when: 'hasNoTests', do: 'noteLint' },
  { from: 'LINTING', on: 'lint_pass', to: 'TESTING', do: 'noteLint' },
  { from: 'LINTING', on: 'lint_fail', to: 'COMMITTING', when: 'isOnlyStyleAndUntested', do: 'forceStyle', note: 'after 3' },
  { from: 'LINTING', on: 'lint_fail', to: 'TESTING', when: 'isOnlyStyle', do: 'forceStyle', note: 'after 3; only style is advisory' },
  { from: 'LINTING', on: 'lint_fail', to: 'DONE', do: 'endLint', note: 'after 3' },

  { from: 'TESTING', on: 'test_fail', to: 'DEVELOPING', when: 'testsRemain', do: 'pushTests' },
  { from: 'TESTING', on: 'test_pass', to: 'TESTING', when: 'profilesRemain', do: 'noteTests', note: 'one profile at a time' },
  { from: 'TESTING', on: 'test_pass', to: 'COMMITTING', do: 'noteTests' },
  { from: 'TESTING', on: 'test_fail', to: 'DONE', do: 'endTests', note: 'after 3; nothing is committed' },

  { from: 'COMMITTING', on: 'commit_success', to: 'DEPLOYING', when: 'needsDeploy', do: 'noteCommit' },
  { from: 'COMMITTING', on: 'commit_success', to: 'DONE', do: 'endCommitted' },
  { from: 'COMMITTING', on: 'commit_fail', to: 'COMMITTING', when: 'commitsRemain', do: 'retryCommit' },
  { from: 'COMMITTING', on: 'commit_fail', to: 'DONE', do: 'endCommit', note: 'after 2' },

  { from: 'DEPLOYING', on: 'deploy_prepared', to: 'DEPLOYING', do: 'noteHeld', note: 'before the first write' },
  { from: 'DEPLOYING', on: 'deploy_success', to: 'DEPLOYING', when: 'boardsRemain', do: 'noteDeployed', note: 'one board at a time' },
  { from: 'DEPLOYING', on: 'deploy_success', to: 'DONE', do: 'endDeployed' },
  { from: 'DEPLOYING', on: 'deploy_fail', to: 'DEPLOYING', when: 'isUnderWay', do: 'rollBack', note: 'what was written is taken back' },
  { from: 'DEPLOYING', on: 'deploy_fail', to: 'DONE', do: 'endUnwritten', note: 'nothing was written' },
  { from: 'DEPLOYING', on: 'rolled_back', to: 'DEPLOYING', when: 'boardsToPutBack', do: 'notePutBack', note: 'one board at a time' },
  { from: 'DEPLOYING', on: 'rolled_back', to: 'DEPLOYING', when: 'deploysRemain', do: 'retryDeploy' },
  { from: 'DEPLOYING', on: 'rolled_back', to: 'DONE', do: 'endDeploy', note: 'after 2' },
  { from: 'DEPLOYING', on: 'TIMEOUT', to: 'DEPLOYING', when: 'isUnderWay', do: 'rollBack' },
  { from: 'DEPLOYING', on: 'exception', to: 'DEPLOYING', when: 'isUnderWay', do: 'rollBack' },
  { from: 'DEPLOYING', on: 'cancel', to: 'DEPLOYING', when: 'isUnderWay', do: 'rollBackCanceled', note: 'a second one ends it' },

  { from: 'IDLE', on: 'user_message', to: 'REFINING', do: 'hearIdle' },
  { from: 'DEVELOPING', on: 'user_message', to: 'REFINING', do: 'hearDeveloping' },
  { from: 'REVIEWING', on: 'user_message', to: 'REFINING', do: 'hearReviewing' },
  { from: 'LINTING', on: 'user_message', to: 'REFINING', do: 'hearLinting' },
  { from: 'TESTING', on: 'user_message', to: 'REFINING', do: 'hearTesting' },
  { from: 'COMMITTING', on: 'user_message', to: 'REFINING', do: 'hearCommitting', note: 'never within a commit' },
  { from: 'DEPLOYING', on: 'user_message', to: 'REFINING', when: 'isNotRollingBack', do: 'hearDeploying', note: 'never within a write' },
  { from: 'DONE', on: 'user_message', to: 'REFINING', do: 'hearDone' },
  { from: 'REFINING', on: 'user_message', to: 'REFINING', do: 'hearMore' },

  { from: 'REFINING', on: 'develop', to: 'DEVELOPING', do: 'beginGo' },
  { from: 'REFINING', on: 'deploy', to: 'DEPLOYING', when: 'fromDeploying', do: 'goOnDeploying', note: 'it is at it' },
  { from: 'REFINING', on: 'deploy', to: 'DEPLOYING', when: 'mayDeploy', do: 'beginDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'IDLE', when: 'fromIdle', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'DEVELOPING', when: 'fromDeveloping', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'REVIEWING', when: 'fromReviewing', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'LINTING', when: 'fromLinting', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'TESTING', when: 'fromTesting', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'COMMITTING', when: 'fromCommitting', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'deploy', to: 'DONE', when: 'fromDone', do: 'refuseDeploy' },
  { from: 'REFINING', on: 'stay', to: 'IDLE', when: 'fromIdle', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'DEVELOPING', when: 'fromDeveloping', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'REVIEWING', when: 'fromReviewing', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'LINTING', when: 'fromLinting', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'TESTING', when: 'fromTesting', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'COMMITTING', when: 'fromCommitting', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'DEPLOYING', when: 'fromDeploying', do: 'goBack' },
  { from: 'REFINING', on: 'stay', to: 'DONE', when: 'fromDone', do: 'goBack' },

  { from: '*', on: 'cancel', to: 'DONE', do: 'cancel' },
  { from: '*', on: 'TIMEOUT', to: 'DONE', do: 'endLate' },
  { from: '*', on: 'exception', to: 'DONE', do: 'endBroken' },
] as const satisfies readonly DeliveryRow[];

const EXIT_OF: Readonly<Partial<Record<DeliveryOutcome, Ending['exit']>>> = {
  committed: 0,
  deployed: 0,
  canceled: 3,
};

const NOTHING_TO_DO: Ending = {
  ...{ status: 'nothing_to_do', verdict: null, exit: 1 },
  reason: text`there is nothing to deliver yet; say what is to be developed`,
};

/** What of a context must be readable whatever its version. */
const StoredContext = z.looseObject({
  outcome: z.enum(DELIVERY_OUTCOMES).nullable(),
  reason: wordsSchema,
  is_work_done: z.boolean(),
  pushes: z.array(z.unknown()),
}) as unknown as z.ZodType<DeliveryContext>;

/** Takes work to a reviewed commit, and on to boards (seed 004). */
export const delivery = defineMachine<
  DeliveryContext,
  DeliveryState,
  DeliveryEvent,
  typeof deliveryGuards,
  typeof deliveryReducers
>({
  id: 'delivery',
  version: 1,
  initial: 'IDLE',
  states: DELIVERY_STATES,
  rows,
  guards: deliveryGuards,
  reducers: deliveryReducers,
  explain: (_, { told }, event) => told ?? event.reason,
  counters: ({ retries, retry_reason, commits }) => ({
    iteration_index: commits,
    retry_count: Object.values(retries).reduce((sum, n) => sum + n, 0),
    retry_reason,
  }),
  events: { abort: 'cancel', timeout: 'TIMEOUT', exception: 'exception' },
  context: StoredContext,
  ended: (state, context): Ending | null => {
    if (state === 'IDLE') return deliveryGuards.hasWork(context) ? null : NOTHING_TO_DO;
    const { outcome, reason } = context;
    if (state !== 'DONE' || outcome === null) return null;
    return { status: outcome, verdict: null, reason, exit: EXIT_OF[outcome] ?? 1 };
  },
});
