import type { Gate, GateScope } from '../../shared/events.js';
import type { BaseEvent } from '../machine/define.js';

/** An event as an effect returns it: the runner adds the time. */
export type Outcome<E extends BaseEvent> = E extends BaseEvent ? Omit<E, 'at'> : never;

/** An operation that changes something outside the store (design §2): journalled INTENT → STARTED → OBSERVED. */
export interface Operation<I, T> {
  /** Distinguishes operations of one visit to a state; part of the operation's id. */
  kind: string;
  /** What makes the operation recognisable after a crash; JSON data. */
  intent: I;
  perform(id: string): Promise<T>;
  /** Started before a crash, outcome unknown: adopt what it did, or say that it must run again. */
  reconcile(intent: I, id: string): Promise<{ adopt: T } | 'again'>;
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
  risk?: number;
  reasons?: Gate['reasons'];
  /** One yes covers later questions of the same scope and binding, within these bounds; each use is recorded. */
  grant?: { uses: number; ms: number };
}

export type Answer = 'yes' | 'no';

/** Work that must not be left alone: a flasher in mid-erase. */
export interface UnsafeSection {
  /** For people. */
  what: string;
  /** From its beginning it is waited for no longer than this, ms. */
  limitMs: number;
  isUnsafe: () => boolean;
}

/** What the runner gives an effect, for one visit to one state. */
export interface EffectIo {
  readonly run: string;
  readonly state: string;
  /** Revision of the snapshot the effect works on. */
  readonly seq: number;
  /** Aborted on abort, timeout and suspension; the effect then tears down within the policy's time. */
  readonly signal: AbortSignal;
  /** Id of the visit's operation of that kind; the same again after a restart. */
  operationId(kind: string): string;
  operate<I, T>(operation: Operation<I, T>): Promise<T>;
  /** Waits durably for a person (or the approval policy). Never resolves where nobody can answer: the run is suspended. */
  ask(question: Question): Promise<Answer>;
  /** Somebody is there who could answer now. */
  isAttended(): boolean;
  /** An abort or timeout waits while the section is unsafe, and says so; what is given ends the section. */
  unsafe(section: UnsafeSection): () => void;
  /** The time limit of the state stands still until what is given is called: others have what is waited for. */
  standStill(): () => void;
  progress(step: string, detail?: string, done?: number, total?: number): void;
  console(bytes: Uint8Array): void;
}

/** The work of one state: from context to the event that leaves it. */
export type Effect<C, E extends BaseEvent, B> = (context: C, bench: B, io: EffectIo) => Promise<Outcome<E>>;

/** One effect for every state that works or reports: a missing one is a compile error. */
export type Effects<C, S extends string, E extends BaseEvent, B> = Readonly<
  Record<Exclude<S, 'IDLE'>, Effect<C, E, B>>
>;

/** What resuming means for a state that was being worked on when its owner died. */
export type ResumePolicy = 'rerun' | 'reconcile' | 'askOperator';
