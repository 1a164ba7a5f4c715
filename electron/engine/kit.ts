import type * as z from 'zod';
import type { Approvals, MachineNews } from '../../shared/events.js';
import type { Problem, Result } from '../../shared/problem.js';
import type { Message, StoredMessage } from '../journal/records.js';
import type { CompiledMachine } from '../machine/compile.js';
import type { BaseEvent } from '../machine/define.js';
import type { Snapshot } from '../machine/step.js';
import type { Approver } from './approver.js';
import type { Effect, Gated, Outcome, ResumePolicy } from './effect.js';

/**
 * What becomes of a message to a node: an event of its machine, at once in the states that take it, later in all others; or a
 * note, which waits for an effect to receive it. A type that a kit does not name is refused when it is written.
 */
export type Heard = 'event' | 'note';

/** A node that is to be opened. */
export interface NodePlace {
  run: string;
  node: string;
  /** The run's folder. */
  dir: string;
}

/**
 * A machine as the engine takes it: all that start, resume, replay, list and show know of it.
 *
 * @typeParam W states with an effect @typeParam Q states that wait for a person @typeParam P what benches are opened with
 */
export interface MachineKit<C, S extends string, W extends S, Q extends S, E extends BaseEvent, B, H, P> {
  machine: CompiledMachine<C, S, E>;
  header: z.ZodType<H>;
  /** The context before the first event. */
  first(header: H, place: Pick<NodePlace, 'run' | 'node'>): C;
  /** The event that takes an idle machine into work; a machine without IDLE has none. */
  begin: ((header: H) => Outcome<E>) | null;
  /** The work of each state that has some: all working ones, and those that report an end. */
  effects: Readonly<Record<W, Effect<C, E, B>>>;
  resume: Readonly<Record<W, ResumePolicy>>;
  /** What each state that waits for a person asks. */
  asks: Readonly<Record<Q, (context: C) => Gated>>;
  messages: Readonly<Record<string, Heard>>;
  /**
   * Of `messages`, those to the run that its node hears in place of the nodes above it, from its beginning to its end. Absent: none; a message
   * to the run is the root's.
   */
  hearsForRun?: readonly string[];
  /** Why a message is not taken where the node stands, asked before it is written. Absent, or null: it is taken. */
  refuses?(message: Pick<Message, 'type' | 'payload'>, at: Snapshot<C, S>): Problem | null;
  /** What else is told of a transition; null: nothing ever. */
  news: ((before: C, after: C, event: E) => readonly MachineNews[]) | null;
  /** The event that a message is to the machine where it stands; null: none, for now. An answer has the type `answer`. */
  hear(message: StoredMessage, at: Snapshot<C, S>): Outcome<E> | null;
  /** Whether a message does not cut the effect short that works there: it is heard when that has ended, before the next one begins. */
  isUninterrupted(at: Snapshot<C, S>): boolean;
  /**
   * Whether the node is given up already, and at work on what has to be done before its end: only one more request ends that too. Absent: it
   * never is.
   */
  isGivenUp?(at: Snapshot<C, S>): boolean;
  /** Says which scopes the approval policy answers with yes. `given` replaces the node's own approvals. */
  approves(header: H, given: Approvals | undefined): Approver;
  /** Time limit of a state, ms. */
  timeoutMs(header: H, state: W | Q): number;
  /** Teardown limit of an effect that is cut short, ms. */
  teardownMs(header: H): number;
  /** Puts together what the effects work with. Errors: what keeps it from being opened. */
  open(parts: P, header: H, place: NodePlace): Promise<Result<B>>;
  close(bench: B): Promise<void>;
}

/** A kit as the engine handles it; types of one machine are checked where it is defined. */
export type Kit = MachineKit<unknown, string, string, string, BaseEvent, unknown, unknown, unknown>;

/** The one widening of a kit's types: the engine gives a machine only what came from its own schemas, effects and rows. */
export const defineKit = <C, S extends string, W extends S, Q extends S, E extends BaseEvent, B, H, P>(
  kit: MachineKit<C, S, W, Q, E, B, H, P>,
): Kit => kit as unknown as Kit;
