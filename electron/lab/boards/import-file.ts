import type { Imported } from '../../../shared/ipc/boards.js';
import type { Result } from '../../../shared/problem.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { readHardwareMap } from './hardware-map.js';
import { importMap } from './import-map.js';
import type { BoardRegistry } from './registry.js';

/** Puts the boards of a hardware map's file into the registry. Errors: USAGE for the file, and those of the registry. */
export async function importMapFile(store: BoardRegistry, file: string): Promise<Result<Imported>> {
  const map = readHardwareMap(file);
  if (!map.ok) return map;
  const ports = await listPorts();
  // Where ports cannot be listed, boards are known by what the map says alone.
  return importMap(store, map.value, ports.ok ? ports.value : [], Date.now());
}
