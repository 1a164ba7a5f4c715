import { REGISTRY } from '../electron/effects/registry.js';
import { describeMachines } from '../electron/machine/machines.js';
import type { MachineDrawing } from '../renderer/diagram/drawing.js';
import { graphOf } from '../renderer/diagram/edges.js';
import { elkEngine } from '../renderer/diagram/elk.js';
import { layOut } from '../renderer/diagram/layout.js';

/** All machines, laid out. */
export const drawMachines = (): Promise<MachineDrawing[]> =>
  Promise.all(
    describeMachines(REGISTRY.map(({ definition }) => definition)).map(async (machine) => ({
      machine,
      layout: await layOut(graphOf(machine), elkEngine),
    })),
  );
