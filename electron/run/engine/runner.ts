import type { Gate, RunEvent, Transition } from '../../../shared/events.js';
import type { Problem } from '../../../shared/problem.js';
import type { RunJournal } from '../../journal/run-journal.js';
import type { CompiledMachine } from '../../machine/compile.js';
import type { BaseEvent } from '../../machine/define.js';
import { type Snapshot, type StepResult, step } from '../../machine/step.js';
import type { Effects, Outcome } from './effect.js';
import { type Stop, watchForStop } from './stop.js';
import { openVisit, type Visit } from './visit.js';

/** Everything a run needs; nothing here knows what the machine is about. */
export interface RunnerDeps<C, S extends string, E extends BaseEvent, B> {
  run: string;
  machine: CompiledMachine<C, S, E>;
  effects: Effects<C, S, E, B>;
  bench: B;
  journal: RunJournal;
  /** The event that takes an idle machine into work. */
  begin: Outcome<E>;
  timeoutMs: (state: S) => number;
  teardownMs: number;
  approves: (scope: Gate['scope']) => boolean;
  /** Somebody may answer while we wait (a terminal, the window); otherwise a gate suspends the run. */
  attended: boolean;
  emit: (event: RunEvent) => void;
  now: () => number;
  /** Called between a commit and the next effect; a demonstration slows down here. */
  pace?: (transition: Transition) => Promise<void>;
  /** Aborted by the process's own operator: once asks, twice forces. */
  control: AbortControl;
}

export interface AbortControl {
  /** Reason of the first abort, null while there is none. */
  reason(): string | null;
  forced(): boolean;
}

export type DriveEnd = { kind: 'finished' } | { kind: 'waiting'; gate: string };

type Deps<C, S extends string, E extends BaseEvent, B> = RunnerDeps<C, S, E, B>;

/**
 * Drives one run until its machine is idle again or waits for an answer that nobody here can give:
 * step → commit → start effect → its outcome is the next event. Expects to own the run.
 */
export async function drive<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  start: Snapshot<C, S>,
  startSeq: number,
): Promise<DriveEnd> {
  let snapshot = start;
  let seq = startSeq;
  for (;;) {
    const visited = await visitState(deps, snapshot, seq);
    if ('kind' in visited) return visited;
    snapshot = visited.snapshot;
    seq += 1;
    await deps.pace?.(visited.transition);
  }
}

interface Moved<C, S extends string> {
  snapshot: Snapshot<C, S>;
  transition: Transition;
}

async function visitState<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  snapshot: Snapshot<C, S>,
  seq: number,
): Promise<Moved<C, S> | DriveEnd> {
  const kind = deps.machine.definition.states[snapshot.state];
  if (kind === 'idle') {
    const event = { ...deps.begin, at: deps.now() } as unknown as E;
    const moved = step(deps.machine, snapshot, event);
    return moved.moved ? commit(deps, snapshot, seq, event, moved, null) : { kind: 'finished' };
  }
  let suspendedAt: string | null = null;
  const suspension = deferred<Stop>();
  const visit = openVisit({
    run: deps.run,
    state: snapshot.state,
    seq,
    journal: deps.journal,
    now: deps.now,
    emit: deps.emit,
    approves: deps.approves,
    awaitAnswer: (gate) => {
      if (deps.attended) return watch.pausedFor(gate.gate);
      suspendedAt = gate.gate;
      suspension.resolve({ kind: 'suspended' });
      return new Promise(() => {});
    },
  });
  const watch = watchForStop(deps, snapshot.state, deps.timeoutMs(snapshot.state), kind !== 'terminal');
  const effect = runEffect(deps, snapshot, visit);
  const first = await Promise.race([effect, watch.stopped, suspension.promise]);
  watch.end();
  if (!isStop(first)) return dispatch(deps, snapshot, seq, first, visit);
  if (first.kind === 'suspended') {
    visit.controller.abort('suspended');
    return { kind: 'waiting', gate: suspendedAt ?? '' };
  }
  return cutShort(deps, snapshot, seq, first, effect, visit);
}

/** Runs the state's effect; what it throws becomes the event `exception`, for the table to judge. */
async function runEffect<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  snapshot: Snapshot<C, S>,
  visit: Visit,
): Promise<Outcome<E>> {
  const effect = (deps.effects as Readonly<Record<string, Effects<C, S, E, B>[Exclude<S, 'IDLE'>]>>)[
    snapshot.state
  ];
  try {
    if (!effect) throw new Error(`no effect for ${snapshot.state}`);
    return await effect(snapshot.context, deps.bench, visit.io);
  } catch (error) {
    return exceptionEvent<E>(snapshot.state, error);
  }
}

function exceptionEvent<E extends BaseEvent>(state: string, error: unknown): Outcome<E> {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const problem: Problem = { code: 'UNHANDLED_EXCEPTION', message, where: state };
  const reason = error instanceof Error ? error.message : String(error);
  return { type: 'exception', reason, evidence: [], problem, state } as unknown as Outcome<E>;
}

/** Abort or timeout: the request is committed first, then the effect gets its bounded teardown. */
async function cutShort<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  snapshot: Snapshot<C, S>,
  seq: number,
  stop: Exclude<Stop, { kind: 'suspended' }>,
  effect: Promise<Outcome<E>>,
  visit: Visit,
): Promise<Moved<C, S>> {
  if (!stop.recorded) deps.journal.request({ kind: stop.kind, seq, reason: stop.reason }, deps.now());
  visit.controller.abort(stop.reason);
  const bound = boundedTeardown(deps);
  const late = await Promise.race([effect, bound.over]);
  bound.end();
  const evidence = late === null ? [] : late.evidence;
  const outcome = { type: stop.kind, reason: stop.reason, evidence, state: snapshot.state };
  return dispatch(deps, snapshot, seq, outcome as unknown as Outcome<E>, visit);
}

function boundedTeardown<C, S extends string, E extends BaseEvent, B>(deps: Deps<C, S, E, B>) {
  const over = deferred<null>();
  const limit = setTimeout(() => over.resolve(null), deps.teardownMs);
  const forced = setInterval(() => deps.control.forced() && over.resolve(null), 50);
  const end = (): void => {
    clearTimeout(limit);
    clearInterval(forced);
  };
  return { over: over.promise, end };
}

/** Steps and commits; an event that the state does not take is a bug and becomes `exception`. */
function dispatch<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  snapshot: Snapshot<C, S>,
  seq: number,
  outcome: Outcome<E>,
  visit: Visit,
): Moved<C, S> {
  const event = { ...outcome, at: deps.now() } as unknown as E;
  const moved = step(deps.machine, snapshot, event);
  if (moved.moved) return commit(deps, snapshot, seq, event, moved, visit);
  const refused = exceptionEvent<E>(
    snapshot.state,
    new Error(`${snapshot.state} does not take ${event.type}`),
  );
  const exception = { ...refused, at: deps.now() } as unknown as E;
  const second = step(deps.machine, snapshot, exception);
  if (!second.moved) throw new Error(`${snapshot.state} takes neither ${event.type} nor exception`);
  return commit(deps, snapshot, seq, exception, second, visit);
}

function commit<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  before: Snapshot<C, S>,
  seq: number,
  event: E,
  moved: Extract<StepResult<C, S, E>, { moved: true }>,
  visit: Visit | null,
): Moved<C, S> {
  const { definition } = deps.machine;
  const after = moved.snapshot;
  const counters = definition.counters(after.context);
  const row = {
    seq: seq + 1,
    machine: definition.id,
    from: before.state,
    to: after.state,
    reason: definition.explain(after.state, after.context, event),
    evidence: [...event.evidence],
    retry_count: counters.retry_count,
    retry_reason: counters.retry_reason,
  };
  const iteration = counters.iteration_index;
  deps.journal.commit({
    trace: { ...row, iteration, event, at: event.at },
    snapshot: { seq: seq + 1, state: after.state, context: after.context },
    observed: visit?.observed ?? [],
    cancelled: [...(visit?.inFlight ?? [])],
  });
  const transition: Transition = {
    type: 'transition',
    run: deps.run,
    ...row,
    event: event.type,
    iteration,
    at: new Date(event.at).toISOString(),
  };
  deps.emit(transition);
  return { snapshot: after, transition };
}

const isStop = <E extends BaseEvent>(x: Outcome<E> | Stop): x is Stop => 'kind' in x;

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((r) => {
    resolve = r;
  });
  return { promise, resolve };
}
