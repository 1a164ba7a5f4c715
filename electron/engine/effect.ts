import type { GateScope } from '../../shared/events.js';
import type { Result } from '../../shared/problem.js';
import type { Words } from '../../shared/texts/words.js';
import type { StoredMessage } from '../journal/records.js';
import type { BaseEvent, Ending } from '../machine/define.js';
import type { Asking, Caller, Tool } from './tool.js';

/** An event as an effect returns it: the runner adds the time. */
export type Outcome<E extends BaseEvent> = E extends BaseEvent ? Omit<E, 'at'> : never;

/** What only a person can say. No policy answers it. */
export interface Question {
  /** Distinguishes the questions of one visit to a state; part of the gate's id. */
  kind: string;
  question: Words;
  subject: Words;
  /** Hash over everything that the answer is about. */
  binding: string;
  /** What may be answered; absent: yes or no. */
  choices?: readonly string[];
}

/** A question with its scope: an approval, which a policy may give, or what only a person can say. */
export type Gated = Question &
  Pick<Asking, 'covers' | 'risk' | 'reasons' | 'grant' | 'parts' | 'stored' | 'isForRun' | 'isNamedAlone'> & {
    scope: GateScope;
  };

/** A call that has not been made: a person has to be asked first. */
export interface Held {
  needs: Gated;
}

/** A machine that is to work for another. */
export interface Delegation {
  /** Distinguishes operations of one visit to a state; part of the operation's id. */
  kind: string;
  /** Id of the machine. */
  machine: string;
  goal: string;
  /** What it starts with, as its kit's schema says; JSON data. */
  header: unknown;
}

/** What is said to a child that has ended, of this state or of an earlier one: it goes on from there. */
export interface FollowUp {
  /** Distinguishes operations of one visit to a state; part of the operation's id. */
  kind: string;
  /** Path of the child. */
  node: string;
  type: string;
  payload: unknown;
}

/** What a child node came to. */
export interface ChildEnd {
  node: string;
  ending: Ending;
  context: unknown;
}

/** What a dispatched run came to; its own journal tells the rest. */
export interface DispatchEnd {
  run: string;
  ending: Ending;
}

/**
 * What the runner gives an effect, for one visit to one state. Whatever changes something outside the store, and whatever asks
 * for an approval, is a call of a tool.
 */
export interface EffectIo extends Caller {
  readonly state: string;
  /** Revision of the snapshot the effect works on. */
  readonly seq: number;
  /** Names the visit's operation of that kind among all runs; the same again after a restart. */
  operationId(kind: string): string;
  /**
   * Calls a tool, once in a visit for each `kind` (by default the tool's own). Errors: ARGUMENTS_MALFORMED, DECLINED, those of the
   * tool. Never resolves where nobody can answer its gate: the run is suspended.
   */
  call<A, R, W>(tool: Tool<A, R, W>, args: A, work: W, kind?: string): Promise<Result<R>>;
  /**
   * Makes the node's n-th call, unless a person has to be asked: then nothing is asked here, and what has to be asked is given back
   * for a state that waits. Once that has its answer, the same call is made by the same id. Errors: as `call`.
   */
  callOrHold<A, R, W>(tool: Tool<A, R, W>, args: A, work: W, n: number): Promise<Result<R> | Held>;
  /** What would be asked before the node's n-th call, as far as that is known before it is made; null: nothing. Makes nothing. */
  needs<A, W>(tool: Tool<A, unknown, W>, args: A, work: W, n: number): Promise<Gated | null>;
  /** Asks for what a call of the tool would ask, for work that is done many times under one yes. Errors: as `call`. */
  allow<A, W>(tool: Tool<A, unknown, W>, args: A, work: W): Promise<Result<void>>;
  /** Takes back what an earlier call gave. Errors: USAGE where the tool cannot, those of its `undo`. */
  undo<A, R, W>(tool: Tool<A, R, W>, made: { args: A; result: R }, work: W): Promise<Result<void>>;
  /** Waits durably for a person, and gives the choice. Never resolves where nobody can answer: the run is suspended. */
  ask(question: Question): Promise<string>;
  /** As `ask`, for a question that is answered with a text. */
  askInWords(question: Omit<Question, 'choices'>): Promise<string>;
  /**
   * Has another machine work in this run's own journal, to its end. The time limit of the state stands still meanwhile; leaving
   * the state ends the child first. Errors: what keeps the child from being opened.
   */
  child(delegation: Delegation): Promise<Result<ChildEnd>>;
  /**
   * Says something to a child that has ended, and has it work to its next end; see `child`. Errors: USAGE where it was cut off and
   * cannot go on, what keeps it from being opened.
   */
  followUp(said: FollowUp): Promise<Result<ChildEnd>>;
  /**
   * Has a run of its own work, to its end; its id follows from the operation's. It outlives this process and the state's time
   * limit; only an abort of this run is passed on to it. Errors: what keeps the run from being started.
   */
  dispatch(delegation: Delegation): Promise<Result<DispatchEnd>>;
  /** The next note that somebody writes to this node, one that is waiting already first. It is used up by this visit's transition. */
  receive(): Promise<StoredMessage>;
  /** Somebody is there who could answer now. */
  isAttended(): boolean;
}

/** The work of one state: from context to the event that leaves it. */
export type Effect<C, E extends BaseEvent, B> = (context: C, bench: B, io: EffectIo) => Promise<Outcome<E>>;

/** What resuming means for a state that was being worked on when its owner died. */
export type ResumePolicy = 'rerun' | 'reconcile' | 'askOperator';
