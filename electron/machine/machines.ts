import type { MachineDescription } from '../../shared/events.js';
import { describeMachine } from './describe.js';
import { firmwareLoop } from './firmware-loop/table.js';

/** Every machine there is, as it is listed and drawn. */
export const describeMachines = (): MachineDescription[] => [describeMachine(firmwareLoop)];
