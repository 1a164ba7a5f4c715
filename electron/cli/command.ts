import type { Core } from '../core/core-api.js';
import type { Output } from './output.js';
import type { Surroundings } from './surroundings.js';

export interface CommandDeps {
  core: Core;
  out: Output;
  /** The data folder. */
  home: string;
  at: Surroundings;
}

/** One command of the command line; it gives the exit code. */
export type Command = (deps: CommandDeps, args: readonly string[]) => Promise<number>;
