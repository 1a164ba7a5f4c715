import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type * as CommandLine from './cli/main.js';
import { openScript, runScript } from './cli/script.js';
import { surroundingsOf } from './cli/surroundings.js';

/** Name of the bundle of `cli/main.ts` beside this one, which is put in when both are made (build/command-line.mjs). */
declare const COMMAND_LINE: string;

/** Bytes of bytecode that a function runs before V8 optimizes it: ten times V8's default, because most commands end before that pays. */
const BEFORE_OPTIMIZED = 10 * 132 * 1024;

const file = path.join(import.meta.dirname, COMMAND_LINE);
const script = openScript(file);
// After the script is opened: V8 rejects code that it compiled with other flags.
setFlagsFromString(`--interrupt-budget=${BEFORE_OPTIMIZED}`);
const { main } = runScript<typeof CommandLine>(script, file);
process.exitCode = await main(process.argv.slice(2), surroundingsOf(process, import.meta.dirname));
