import { sessionApprover } from '../../engine/approver.js';
import { defineKit } from '../../engine/kit.js';
import { compile } from '../../machine/compile.js';
import type { SessionContext } from '../../machine/session/context.js';
import type { SessionEvent } from '../../machine/session/events.js';
import type { SessionState } from '../../machine/session/states.js';
import { session } from '../../machine/session/table.js';
import type { KitParts } from '../parts.js';
import type { SessionBench } from './bench.js';
import { sessionEffects, type WorkState } from './effects.js';
import { type SessionHeader, SessionHeaderSchema } from './header.js';
import { hear } from './hear.js';
import { newsOf } from './news.js';
import { openSession } from './open-session.js';
import { clarifying, confirming } from './questions.js';

/** One turn of an operator, as the engine takes it. */
export const sessionKit = defineKit<
  SessionContext,
  SessionState,
  WorkState,
  'CLARIFYING' | 'AWAITING_CONFIRMATION',
  SessionEvent,
  SessionBench,
  SessionHeader,
  KitParts
>({
  machine: compile(session),
  header: SessionHeaderSchema,
  first: ({ mode }, { run }) => firstContext(run, mode),
  begin: ({ text }) => ({ type: 'USER_MESSAGE', reason: text, evidence: [], text, isFirst: true }),
  effects: sessionEffects,
  resume: {
    ...{ INTAKE: 'rerun', CONTEXT_BUILDING: 'rerun', PLANNING: 'rerun', EXECUTING: 'reconcile' },
    ...{ VERIFYING: 'reconcile', RECOVERING: 'reconcile', SUMMARIZING: 'reconcile', DONE: 'rerun' },
  },
  asks: { CLARIFYING: clarifying, AWAITING_CONFIRMATION: confirming },
  messages: {
    answer: 'event',
    message: 'event',
    undo: 'event',
    call: 'note',
    reopen: 'note',
    withdraw: 'event',
  },
  news: newsOf,
  hear,
  isUninterrupted: ({ state, context }) => {
    if (state === 'VERIFYING' || state === 'SUMMARIZING') return true;
    // a call that was begun comes to its end before anything else is heard; a model or a client that thinks of the next one does not
    return state === 'EXECUTING' && (context.pending.length > 0 || context.undo !== null);
  },
  approves: ({ approvals, policy }, given) => sessionApprover(given ?? approvals, policy),
  timeoutMs: ({ policy, mode }, state) =>
    state === 'CLARIFYING' || (mode === 'connection' && state === 'EXECUTING')
      ? Number.POSITIVE_INFINITY
      : limitSec(policy, mode, state) * 1000,
  teardownMs: ({ policy }) => policy.teardownSec * 1000,
  open: openSession,
  close: (bench) => bench.close(),
});

/** A client waits less long for a person than a person does for himself. */
const limitSec = (
  { stateTimeoutSec, gateWaitSec }: SessionHeader['policy'],
  mode: SessionHeader['mode'],
  state: Exclude<SessionState, 'IDLE' | 'CLARIFYING'>,
): number =>
  mode === 'connection' && state === 'AWAITING_CONFIRMATION' ? gateWaitSec : stateTimeoutSec.session[state];

const firstContext = (run: string, mode: SessionHeader['mode']): SessionContext => ({
  ...{ run, mode, turn: 0, goal: '', before: [], constraints: [], questions: [], answer: null, plan: null },
  ...{
    calls: [],
    pending: [],
    confirmation: null,
    refused: [],
    words: null,
    recoveries: 0,
    repairs: [],
    lastError: null,
  },
  ...{
    verified: null,
    undo: null,
    blocked: null,
    isCancelled: false,
    summary: null,
    branch: null,
    finished: false,
  },
});
