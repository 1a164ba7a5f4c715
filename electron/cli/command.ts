import type { Core } from '../core/core-api.js';
import type { Output } from './output.js';

export interface CommandDeps {
  core: Core;
  out: Output;
  /** The data folder, and the folder of the bundles. */
  home: string;
  dist: string;
}

/** One command of the command line; it gives the exit code. */
export type Command = (deps: CommandDeps, args: readonly string[]) => Promise<number>;
