import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type * as CommandLine from './main.js';
import { openScript, runScript } from './script.js';

/** Bytes of bytecode that a function runs before V8 optimizes it: ten times V8's default, because most commands end before that pays. */
const BEFORE_OPTIMIZED = 10 * 132 * 1024;

/**
 * The command line, from the script that build/command-line.mjs made of it.
 *
 * @param dist folder of the bundles
 * @param name of the script in it
 */
export function loadCommandLine(dist: string, name: string): typeof CommandLine.main {
  const file = path.join(dist, name);
  const script = openScript(file);
  // After the script is opened: V8 rejects code that it compiled with other flags.
  setFlagsFromString(`--interrupt-budget=${BEFORE_OPTIMIZED}`);
  return runScript<typeof CommandLine>(script, file).main;
}
