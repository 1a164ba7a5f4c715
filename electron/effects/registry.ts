import type { Kit } from '../engine/kit.js';
import { firmwareLoop } from '../machine/firmware-loop/table.js';
import type { AnyDefinition } from '../machine/machines.js';
import { showFirmwareLoop } from './firmware-loop/panels.js';
import type { Show } from './parts.js';

/** A machine of the product: its table and what shows it are there at once, its kit when one of its runs is driven. */
export interface Registered {
  definition: AnyDefinition;
  show: Show;
  kit: () => Promise<Kit>;
}

/** All machines. One more is a folder and a line here. */
export const REGISTRY: readonly Registered[] = [
  {
    definition: firmwareLoop as unknown as AnyDefinition,
    show: showFirmwareLoop,
    kit: async () => (await import('./firmware-loop/kit.js')).firmwareKit,
  },
];

export const registered = (machine: string): Registered | null =>
  REGISTRY.find(({ definition }) => definition.id === machine) ?? null;

/** The kits of all machines, loaded. */
export const loadKits = async (): Promise<ReadonlyMap<string, Kit>> =>
  new Map(
    await Promise.all(REGISTRY.map(async ({ definition, kit }) => [definition.id, await kit()] as const)),
  );
