import type { GateScope } from '../../../shared/events.js';
import type { Problem } from '../../../shared/problem.js';
import type { Plan, SessionCall, SessionSummary } from '../../../shared/session.js';
import type { Words } from '../../../shared/texts/words.js';

/** The step of the calls that check a plan's work. */
export const VERIFICATION = 'verification';

/** A call that was chosen and is not made yet. */
export interface Pending {
  n: number;
  step: string;
  tool: string;
  args: unknown;
  /** Who chose it: the plan, an agent within a step, or the client of a connection. */
  by: 'plan' | 'agent' | 'client';
}

/** What a person has to agree to before a call is made; JSON data. */
export interface Confirmation {
  kind: string;
  scope: GateScope;
  question: Words;
  subject: Words;
  binding: string;
  choices?: readonly string[];
}

/** A call that a person refused: the same one is not asked for again. */
export interface Refused {
  tool: string;
  /** As `argumentsText` gives them. */
  args: string;
}

/** Calls of one tool that may be refused before it is closed. */
const REFUSALS = 2;

/** Recoveries of one step. */
export const RECOVERIES = 3;

export interface SessionContext {
  run: string;
  /** `connection`: the calls come from a client, one open step without an end. */
  mode: 'turn' | 'connection';
  /** Counted from 1; 0 before the first message. */
  turn: number;
  /** What the operator asked for in this turn. */
  goal: string;
  /** Earlier goals and what came of them, oldest first. */
  before: readonly { goal: string; end: string }[];
  constraints: readonly string[];
  questions: readonly Words[];
  answer: string | null;
  plan: Plan | null;
  /** All calls of the session, in order. */
  calls: readonly SessionCall[];
  /** Chosen calls, the next first. */
  pending: readonly Pending[];
  /** What is asked before the first of them is made; null: nothing. */
  confirmation: Confirmation | null;
  refused: readonly Refused[];
  /** What the operator wrote in place of a yes, for the agent. */
  words: string | null;
  /** Of the step at hand, or of the checks behind the last. */
  recoveries: number;
  /** Ids of the steps that recoveries brought: finishing one is no progress of the plan. */
  repairs: readonly string[];
  lastError: Problem | null;
  /** Why rules do the rest of this turn in place of a model, for people; absent in sessions of earlier releases. */
  stoodIn?: Words | null;
  /** Whether what was done passed its checks; null: not checked. */
  verified: boolean | null;
  /** Number of the call that is to be taken back, with all after it. */
  undo: number | null;
  /** The turn was ended by taking calls back, or was to be; absent in contexts of before it was noted. */
  isUndo?: boolean;
  /** Why the goal of this turn was not met; null: it was, as far as is known. */
  blocked: Words | null;
  isCancelled: boolean;
  summary: SessionSummary | null;
  branch: string | null;
  /** Its turn is over and reported. */
  finished: boolean;
}

/** Whether a model gave nothing that can be used in this turn, so that rules do the rest of it. */
export const rulesGoOn = ({ stoodIn }: Pick<SessionContext, 'stoodIn'>): boolean =>
  (stoodIn ?? null) !== null;

/** The step at hand: the first that is neither done nor left out. */
export const openStep = ({ plan }: Pick<SessionContext, 'plan'>) =>
  plan?.steps.find(({ status }) => status === 'pending' || status === 'in_progress') ?? null;

/** The number of the next call. */
export const nextCall = ({ calls, pending }: Pick<SessionContext, 'calls' | 'pending'>): number =>
  Math.max(0, ...calls.map(({ n }) => n), ...pending.map(({ n }) => n)) + 1;

/** The same text for the same arguments, in whatever order a client writes them. */
export const argumentsText = (args: unknown): string => JSON.stringify(args, inOrder) ?? '';

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Whether so many calls of a tool were refused that none is asked about any more. */
export const isClosed = ({ refused }: Pick<SessionContext, 'refused'>, tool: string): boolean =>
  refused.filter((one) => one.tool === tool).length >= REFUSALS;

/** Whether a person has refused this very call, or closed the tool by refusing it twice. */
export function isRefused(
  ctx: Pick<SessionContext, 'refused'>,
  { tool, args }: Pick<Pending, 'tool' | 'args'>,
): boolean {
  const isSame = (one: Refused): boolean => one.tool === tool && one.args === argumentsText(args);
  return isClosed(ctx, tool) || ctx.refused.some(isSame);
}
