/** Written when the window is bundled: the layout engine is larger than all of the window, and the tables do not change after that. */
declare module 'benchloop:drawings' {
  import type { MachineDrawing } from './drawing.js';

  const drawings: readonly MachineDrawing[];
  export default drawings;
}
