import type { Panels } from '../../shared/panels.js';
import type { ChildRegistry } from '../../shared/process.js';

/** What the benches of all machines are opened with: this process, and where its data lies. */
export interface KitParts {
  home: string;
  /** Folder with the C grammar, and the program that owns ports. */
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now: () => number;
  children: ChildRegistry;
}

/**
 * The panels of a node, from what its journal holds.
 *
 * @param stored context and header as they are stored: of whatever version
 * @param folder the run's folder
 */
export type Show = (stored: { context: unknown; header: unknown }, folder: string) => Panels;
