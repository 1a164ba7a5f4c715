import type { Gate, Transition } from '../../shared/events.js';
import { mustWait } from '../journal/database.js';
import type { BaseEvent } from '../machine/define.js';
import type { Snapshot } from '../machine/step.js';
import type { Effects, Outcome } from './effect.js';
import { exceptionEvent, type Moved, type Place, type SettleDeps, settle, settleIfTaken } from './settle.js';
import { type AbortControl, promised, type Stop, watchForStop } from './stop.js';
import { leftAlone, tearDown } from './teardown.js';
import { openVisit, type Visit } from './visit.js';

/** Everything a run needs; nothing here knows what the machine is about. */
export interface RunnerDeps<C, S extends string, E extends BaseEvent, B> extends SettleDeps<C, S, E> {
  effects: Effects<C, S, E, B>;
  bench: B;
  /** The event that takes an idle machine into work. */
  begin: Outcome<E>;
  timeoutMs: (state: S) => number;
  teardownMs: number;
  approves: (scope: Gate['scope']) => boolean;
  /** Somebody may answer while we wait (a terminal, the window); otherwise a gate suspends the run. */
  attended: boolean;
  /** Aborted when nobody is there any more: as if not attended from now on. */
  deserted?: AbortSignal;
  /** Called between a commit and the next effect; a demonstration slows down here. */
  pace?: (transition: Transition) => Promise<void>;
  /** Aborted by the process's own operator: once asks, twice forces. */
  control: AbortControl;
}

export type DriveEnd = { kind: 'finished' } | { kind: 'waiting'; gate: string };

type Deps<C, S extends string, E extends BaseEvent, B> = RunnerDeps<C, S, E, B>;

/**
 * Drives one run until its machine is idle again or waits for an answer that nobody here can give:
 * step → commit → start effect → its outcome is the next event. Expects to own the run.
 *
 * @throws Error of the store when that fails under the run (`databaseProblem` says what); it can be resumed.
 */
export async function drive<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  start: Snapshot<C, S>,
  startSeq: number,
): Promise<DriveEnd> {
  let place: Place<C, S> = { snapshot: start, seq: startSeq };
  for (;;) {
    const kind = deps.machine.definition.states[place.snapshot.state];
    if (kind === 'idle') {
      const begun = settleIfTaken(deps, place, deps.begin, []);
      if (!begun) return { kind: 'finished' };
      place = begun;
      await deps.pace?.(begun.transition);
    } else {
      const visited = await visitState(deps, place, kind !== 'terminal');
      if ('kind' in visited) return visited;
      place = visited;
      await deps.pace?.(visited.transition);
    }
  }
}

type End<E extends BaseEvent> =
  | { kind: 'outcome'; outcome: Outcome<E> }
  | { kind: 'suspended'; gate: string }
  | Stop;

async function visitState<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  place: Place<C, S>,
  abortable: boolean,
): Promise<Moved<C, S> | DriveEnd> {
  const { state } = place.snapshot;
  const { run, journal, now, emit, approves, control, teardownMs } = deps;
  const cut = promised<End<E>>();
  const watch = watchForStop({
    journal,
    control,
    state,
    seq: place.seq,
    timeoutMs: deps.timeoutMs(state),
    abortable,
  });
  const visit = openVisit({
    ...{ run, state, seq: place.seq, journal, now, emit, approves, broken: cut.reject },
    standStill: watch.standStill,
    isAttended: () => deps.attended && deps.deserted?.aborted !== true,
    awaitAnswer: ({ gate }) => {
      const suspend = (): void => cut.resolve({ kind: 'suspended', gate });
      if (!deps.attended || deps.deserted?.aborted) suspend();
      deps.deserted?.addEventListener('abort', suspend, { once: true });
      return watch.pausedFor(gate).finally(() => deps.deserted?.removeEventListener('abort', suspend));
    },
  });
  try {
    if (watch.atOnce) return await cutShort(deps, place, watch.atOnce, null, visit);
    const effect = runEffect(deps, place.snapshot, visit);
    const outcome = effect.then((o): End<E> => ({ kind: 'outcome', outcome: o }));
    const end = await Promise.race([cut.promise, outcome, watch.stopped]);
    if (end.kind === 'outcome') return settle(deps, place, end.outcome, visit.observed);
    if (end.kind !== 'suspended') return await cutShort(deps, place, end, effect, visit);
    await tearDown({ visit, effect, cause: 'suspended', teardownMs, forced: control.forced });
    return { kind: 'waiting', gate: end.gate };
  } catch (error) {
    visit.controller.abort('the store failed');
    throw error;
  } finally {
    watch.end();
    visit.close();
  }
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
    // No room for a console or an artifact means none for the journal either.
    if (mustWait(error)) throw error;
    return exceptionEvent<E>(snapshot.state, error);
  }
}

/** Abort or timeout: the request is committed first, then the effect gets its bounded teardown. */
async function cutShort<C, S extends string, E extends BaseEvent, B>(
  deps: Deps<C, S, E, B>,
  place: Place<C, S>,
  stop: Stop,
  effect: Promise<Outcome<E>> | null,
  visit: Visit,
): Promise<Moved<C, S>> {
  const { kind, reason } = stop;
  if (!stop.recorded) deps.journal.request({ kind, seq: place.seq, reason }, deps.now());
  const { late, left } = effect
    ? await tearDown({
        visit,
        effect,
        cause: reason,
        teardownMs: deps.teardownMs,
        forced: deps.control.forced,
      })
    : { late: null, left: null };
  const told = left === null ? reason : `${reason}; ${leftAlone(left)}`;
  const outcome = { type: kind, reason: told, evidence: late?.evidence ?? [], state: place.snapshot.state };
  return settle(deps, place, outcome as unknown as Outcome<E>, visit.observed);
}
