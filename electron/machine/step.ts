import { interpret } from 'robot3';
import type { Carried, CompiledMachine } from './compile.js';
import type { BaseEvent, PlainRow } from './define.js';

/** Where a machine stands: serialisable, and all that is needed to go on. */
export interface Snapshot<C, S extends string> {
  state: S;
  context: C;
}

export type StepResult<C, S extends string, E extends BaseEvent> =
  | { moved: true; snapshot: Snapshot<C, S>; row: PlainRow<S, E> & { from: S } }
  | { moved: false; snapshot: Snapshot<C, S> };

/**
 * The pure step: a throwaway robot3 service at the snapshot gets one event. An event that no row of the
 * state takes leaves the snapshot as it was (`moved: false`); the caller says what that means.
 */
export function step<C, S extends string, E extends BaseEvent>(
  machine: CompiledMachine<C, S, E>,
  snapshot: Snapshot<C, S>,
  event: E,
): StepResult<C, S, E> {
  const start: Carried<C> = { context: snapshot.context, row: -1 };
  const at = Object.create(machine.robot, { current: { value: snapshot.state, enumerable: true } });
  const service = interpret(at, () => {}, start as never);
  service.send(event as never);
  const carried = service.context as unknown as Carried<C>;
  const row = machine.rows[carried.row];
  if (!row) return { moved: false, snapshot };
  return { moved: true, snapshot: { state: row.to, context: carried.context }, row };
}
