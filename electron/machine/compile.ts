import { createMachine, guard, reduce, state, transition } from 'robot3';
import { type BaseEvent, expandRows, type MachineDefinition, type PlainRow } from './define.js';

/** What robot3 carries as its context: ours, and which row was taken last. */
export interface Carried<C> {
  context: C;
  row: number;
}

/** A definition with its robot3 machine; rows are those of the machine's transitions, by index. */
export interface CompiledMachine<C, S extends string, E extends BaseEvent> {
  readonly definition: MachineDefinition<C, S, E>;
  readonly rows: readonly (PlainRow<S, E> & { from: S })[];
  readonly robot: ReturnType<typeof createMachine>;
}

/**
 * Turns a table into a robot3 machine. Only `state`, `transition`, `guard` and `reduce` are used:
 * `invoke` would run again whenever a snapshot is restored.
 *
 * @throws Error when the table names a guard or reducer that does not exist (a bug in the table).
 */
export function compile<C, S extends string, E extends BaseEvent>(
  definition: MachineDefinition<C, S, E>,
): CompiledMachine<C, S, E> {
  const rows = expandRows(definition);
  const states = Object.fromEntries(
    Object.keys(definition.states).map((name) => [
      name,
      state(...rows.flatMap((row, index) => (row.from === name ? [compileRow(definition, row, index)] : []))),
    ]),
  );
  const robot = createMachine(definition.initial, states, (initial: unknown) => initial);
  return { definition, rows, robot: robot as ReturnType<typeof createMachine> };
}

function compileRow<C, S extends string, E extends BaseEvent>(
  definition: MachineDefinition<C, S, E>,
  row: PlainRow<S, E>,
  index: number,
) {
  const when = row.when === undefined ? () => true : definition.guards[row.when];
  const change = row.do === undefined ? (context: C) => context : definition.reducers[row.do];
  if (!when || !change)
    throw new Error(`${definition.id}: unknown guard or reducer in row ${row.from} ${row.on}`);
  return transition(
    row.on,
    row.to,
    guard<Carried<C>, E>((carried, event) => when(carried.context, event)),
    reduce<Carried<C>, E>((carried, event) => ({ context: change(carried.context, event), row: index })),
  );
}
