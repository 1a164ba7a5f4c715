import type { MachineDescription } from '../../shared/events.js';
import type { Layout } from './layout.js';

/** A machine and where its parts are drawn. */
export interface MachineDrawing {
  machine: MachineDescription;
  layout: Layout;
}
