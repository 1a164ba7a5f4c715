import type { RunEvent, Transition } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import type { RunJournal } from '../journal/run-journal.js';
import type { CompiledMachine } from '../machine/compile.js';
import type { BaseEvent } from '../machine/define.js';
import { type Snapshot, type StepResult, step } from '../machine/step.js';
import type { Outcome } from './effect.js';

export interface SettleDeps<C, S extends string, E extends BaseEvent> {
  run: string;
  machine: CompiledMachine<C, S, E>;
  journal: RunJournal;
  emit: (event: RunEvent) => void;
  now: () => number;
}

/** Where the run stands: the snapshot and its revision. */
export interface Place<C, S extends string> {
  snapshot: Snapshot<C, S>;
  seq: number;
}

export interface Moved<C, S extends string> extends Place<C, S> {
  transition: Transition;
}

type Observed = readonly { id: string; outcome: unknown }[];

/** The event for what an effect threw, for the table to judge. */
export function exceptionEvent<E extends BaseEvent>(state: string, error: unknown): Outcome<E> {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const problem: Problem = { code: 'UNHANDLED_EXCEPTION', message, where: state };
  const reason = error instanceof Error ? error.message : String(error);
  return { type: 'exception', reason, evidence: [], problem, state } as unknown as Outcome<E>;
}

/** Steps and commits; null where the state does not take the event. */
export function settleIfTaken<C, S extends string, E extends BaseEvent>(
  deps: SettleDeps<C, S, E>,
  place: Place<C, S>,
  outcome: Outcome<E>,
  observed: Observed,
): Moved<C, S> | null {
  const event = { ...outcome, at: deps.now() } as unknown as E;
  const moved = step(deps.machine, place.snapshot, event);
  return moved.moved ? commit(deps, place, event, moved, observed) : null;
}

/**
 * Steps and commits; an event that the state does not take is a bug and becomes `exception`.
 *
 * @throws Error when the state takes neither: the table lacks its `exception` row.
 */
export function settle<C, S extends string, E extends BaseEvent>(
  deps: SettleDeps<C, S, E>,
  place: Place<C, S>,
  outcome: Outcome<E>,
  observed: Observed,
): Moved<C, S> {
  const { state } = place.snapshot;
  const refused = new Error(`${state} does not take ${outcome.type}`);
  const moved =
    settleIfTaken(deps, place, outcome, observed) ??
    settleIfTaken(deps, place, exceptionEvent<E>(state, refused), observed);
  if (!moved) throw new Error(`${state} takes neither ${outcome.type} nor exception`);
  return moved;
}

function commit<C, S extends string, E extends BaseEvent>(
  deps: SettleDeps<C, S, E>,
  before: Place<C, S>,
  event: E,
  moved: Extract<StepResult<C, S, E>, { moved: true }>,
  observed: Observed,
): Moved<C, S> {
  const { definition } = deps.machine;
  const { state, context } = moved.snapshot;
  const seq = before.seq + 1;
  const { iteration_index: iteration, retry_count, retry_reason } = definition.counters(context);
  const row = {
    seq,
    machine: definition.id,
    from: before.snapshot.state,
    to: state,
    reason: definition.explain(state, context, event),
    iteration,
    evidence: [...event.evidence],
    retry_count,
    retry_reason,
  };
  deps.journal.commit({
    trace: { ...row, event, at: event.at },
    snapshot: { seq, state, context },
    observed,
    unfinished: event.type === 'exception' ? 'UNKNOWN' : 'CANCELLED',
  });
  const at = new Date(event.at).toISOString();
  const transition: Transition = { type: 'transition', run: deps.run, ...row, event: event.type, at };
  deps.emit(transition);
  return { snapshot: moved.snapshot, seq, transition };
}
