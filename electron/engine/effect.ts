import type { Gate, GateScope } from '../../shared/events.js';
import type { Result } from '../../shared/problem.js';
import type { StoredMessage } from '../journal/records.js';
import type { BaseEvent, Ending } from '../machine/define.js';

/** An event as an effect returns it: the runner adds the time. */
export type Outcome<E extends BaseEvent> = E extends BaseEvent ? Omit<E, 'at'> : never;

/** An operation that changes something outside the store (design §2): journalled INTENT → STARTED → OBSERVED. */
export interface Operation<I, T> {
  /** Distinguishes operations of one visit to a state; part of the operation's id. */
  kind: string;
  /** What makes the operation recognisable after a crash; JSON data. */
  intent: I;
  /** @param mark names the operation among all runs; programs that it starts carry it */
  perform(mark: string): Promise<T>;
  /** Started before a crash, outcome unknown: adopt what it did, or say that it must run again. */
  reconcile(intent: I, mark: string): Promise<{ adopt: T } | 'again'>;
}

/** What a gate asks. The binding covers everything that the answer approves. */
export interface Question {
  kind: string;
  scope: GateScope;
  /** Other scopes of which the answer lets something happen: a policy answers only where it names these as well. */
  covers?: readonly GateScope[];
  question: string;
  subject: string;
  binding: string;
  /** What may be answered; absent: yes or no. */
  choices?: readonly string[];
  risk?: number;
  reasons?: Gate['reasons'];
  /** One yes covers later questions of the same scope and binding, within these bounds; each use is recorded. */
  grant?: { uses: number; ms: number };
}

/** Work that must not be left alone: a flasher in mid-erase. */
export interface UnsafeSection {
  /** For people. */
  what: string;
  /** From its beginning it is waited for no longer than this, ms. */
  limitMs: number;
  isUnsafe: () => boolean;
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

/** What the runner gives an effect, for one visit to one state. */
export interface EffectIo {
  readonly run: string;
  /** Path of the node. */
  readonly node: string;
  readonly state: string;
  /** Revision of the snapshot the effect works on. */
  readonly seq: number;
  /** Aborted on abort, timeout, suspension, and by a message that the state takes; the effect then tears down within the policy's time. */
  readonly signal: AbortSignal;
  /** Names the visit's operation of that kind among all runs; the same again after a restart. */
  operationId(kind: string): string;
  operate<I, T>(operation: Operation<I, T>): Promise<T>;
  /**
   * Waits durably for a person (or the approval policy), and gives the choice. Never resolves where nobody can answer: the
   * run is suspended.
   */
  ask(question: Question): Promise<string>;
  /**
   * Has another machine work in this run's own journal, to its end. The time limit of the state stands still meanwhile; leaving
   * the state ends the child first. Errors: what keeps the child from being opened.
   */
  child(delegation: Delegation): Promise<Result<ChildEnd>>;
  /**
   * Has a run of its own work, to its end; its id follows from the operation's. It outlives this process and the state's time
   * limit; only an abort of this run is passed on to it. Errors: what keeps the run from being started.
   */
  dispatch(delegation: Delegation): Promise<Result<DispatchEnd>>;
  /** The next note that somebody writes to this node, one that is waiting already first. It is used up by this visit's transition. */
  receive(): Promise<StoredMessage>;
  /** Somebody is there who could answer now. */
  isAttended(): boolean;
  /** An abort or timeout waits while the section is unsafe, and says so; what is given ends the section. */
  unsafe(section: UnsafeSection): () => void;
  /** Stops the state's time limit while others hold what it needs. Returns a function that starts it again. */
  standStill(): () => void;
  progress(step: string, detail?: string, done?: number, total?: number): void;
  console(bytes: Uint8Array): void;
}

/** The work of one state: from context to the event that leaves it. */
export type Effect<C, E extends BaseEvent, B> = (context: C, bench: B, io: EffectIo) => Promise<Outcome<E>>;

/** What resuming means for a state that was being worked on when its owner died. */
export type ResumePolicy = 'rerun' | 'reconcile' | 'askOperator';
