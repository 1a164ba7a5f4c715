import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type * as CommandLine from './cli/main.js';
import { openScript, runScript } from './cli/script.js';

/** Name of the bundle of `cli/main.ts` beside this one, which is put in when both are made (build/command-line.mjs). */
declare const COMMAND_LINE: string;

/** Bytes of code that a function has run before V8 optimizes it: ten times as many as otherwise, as most commands end before that pays. */
const BEFORE_OPTIMIZED = 10 * 132 * 1024;

const file = path.join(import.meta.dirname, COMMAND_LINE);
const script = openScript(file);
// with other flags V8 would not take what it compiled before
setFlagsFromString(`--interrupt-budget=${BEFORE_OPTIMIZED}`);
const { main } = runScript<typeof CommandLine>(script, file);
process.exitCode = await main(process.argv.slice(2));
