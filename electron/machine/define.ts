import type * as z from 'zod';
import type { Words } from '../../shared/texts/words.js';

/** What a state is to the runner: it waits for a task, works, waits for a person, or ends the run. */
export type StateKind = 'idle' | 'working' | 'waiting' | 'terminal';

/** Everything that a machine is told. `at` (epoch ms) is the only time that guards may see. */
export interface BaseEvent {
  type: string;
  at: number;
  reason: Words;
  /** Artifact paths that the event rests on. */
  evidence: readonly string[];
}

type Guards<C> = Record<string, (context: C, event: never) => boolean>;
type Reducers<C> = Record<string, (context: C, event: never) => C>;

/** Names of those functions that accept the event: a guard for another event is a compile error. */
type Accepting<F extends Record<string, (context: never, event: never) => unknown>, E> = {
  [K in keyof F & string]: F[K] extends (context: never, event: infer P) => unknown
    ? unknown extends P
      ? K
      : E extends P
        ? K
        : never
    : never;
}[keyof F & string];

/**
 * One row of a machine's table. Rows of the same `from` and `on` are tried in order and the first whose
 * guard holds is taken. `'*'` stands for every working or waiting state and is tried last.
 */
export type Row<
  S extends string,
  E extends BaseEvent,
  C,
  G extends Guards<C> = Guards<C>,
  R extends Reducers<C> = Reducers<C>,
> = {
  [T in E['type']]: {
    readonly from: S | '*';
    readonly on: T;
    readonly to: S;
    readonly when?: Accepting<G, Extract<E, { type: T }>>;
    readonly do?: Accepting<R, Extract<E, { type: T }>>;
    readonly note?: string;
  };
}[E['type']];

/** What a machine has come to, in words that all machines share. */
export interface Ending {
  status: string;
  verdict: string | null;
  reason: Words;
  /** Exit code of the command that drove it: 0 reached, 1 not reached, 3 given up by a person. */
  exit: 0 | 1 | 3;
}

/** The events by which a machine hears of an abort, of its time limit, and of what an effect threw. */
export interface EngineEvents<T extends string = string> {
  abort: T;
  timeout: T;
  exception: T;
}

export interface Counters {
  iteration_index: number;
  retry_count: number;
  retry_reason: string | null;
}

/** A machine as data. `version` changes whenever a recorded run could come out differently. */
export interface MachineDefinition<C, S extends string, E extends BaseEvent> {
  readonly id: string;
  readonly version: number;
  readonly initial: S;
  readonly states: Readonly<Record<S, StateKind>>;
  readonly rows: readonly PlainRow<S, E>[];
  readonly guards: Readonly<Record<string, (context: C, event: E) => boolean>>;
  readonly reducers: Readonly<Record<string, (context: C, event: E) => C>>;
  /** Why the transition to `to` was taken, for the trace; `after` is the context behind it. */
  readonly explain: (to: S, after: C, event: E) => Words;
  /** The counters that the trace shows beside each transition. */
  readonly counters: (after: C) => Counters;
  readonly events: EngineEvents<E['type']>;
  /** Reads a stored context, as far as what it has come to must be known of it. */
  readonly context: z.ZodType<C>;
  /** What it has come to; null while it is under way. */
  readonly ended: (state: S, context: C) => Ending | null;
}

/** A row once its names were checked: what the compiler, the diagram and the tests read. */
export interface PlainRow<S extends string, E extends BaseEvent> {
  readonly from: S | '*';
  readonly on: E['type'];
  readonly to: S;
  readonly when?: string;
  readonly do?: string;
  readonly note?: string;
}

/**
 * Builds a definition from a table whose names were checked by `Row`. The one widening of the event type
 * lives here: a row gives its guard and reducer only the event that it names.
 */
export function defineMachine<
  C,
  S extends string,
  E extends BaseEvent,
  G extends Guards<C>,
  R extends Reducers<C>,
>(machine: {
  id: string;
  version: number;
  initial: S;
  states: Readonly<Record<S, StateKind>>;
  rows: readonly Row<S, E, C, G, R>[];
  guards: G;
  reducers: R;
  explain: (to: S, after: C, event: E) => Words;
  counters: (after: C) => Counters;
  events: EngineEvents<E['type']>;
  context: z.ZodType<C>;
  ended: (state: S, context: C) => Ending | null;
}): MachineDefinition<C, S, E> {
  return machine as unknown as MachineDefinition<C, S, E>;
}

/** Rows with `'*'` written out, in the order in which they are tried. A state that waits for a person has no time limit but its own. */
export function expandRows<C, S extends string, E extends BaseEvent>(
  machine: MachineDefinition<C, S, E>,
): (PlainRow<S, E> & { from: S })[] {
  const states = Object.keys(machine.states) as S[];
  const isTimeout = ({ on }: PlainRow<S, E>): boolean => on === machine.events.timeout;
  const named = machine.rows.flatMap((row) => (row.from === '*' ? [] : [{ ...row, from: row.from }]));
  const wild = machine.rows
    .filter((row) => row.from === '*')
    .flatMap((row) =>
      states
        .filter(
          (s) => machine.states[s] === 'working' || (machine.states[s] === 'waiting' && !isTimeout(row)),
        )
        .map((from) => ({ ...row, from })),
    );
  const settled = new Set(named.filter((row) => !row.when).map((row) => `${row.from} ${row.on}`));
  return [...named, ...wild.filter((row) => !settled.has(`${row.from} ${row.on}`))];
}
