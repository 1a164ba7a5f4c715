import type { MachineDescription } from '../../shared/events.js';
import type { BaseEvent, MachineDefinition } from './define.js';
import { describeMachine } from './describe.js';

/** A definition as those handle it who know no machine. */
export type AnyDefinition = MachineDefinition<unknown, string, BaseEvent>;

/** Machines as they are listed and drawn. */
export const describeMachines = (machines: readonly AnyDefinition[]): MachineDescription[] =>
  machines.map(describeMachine);
