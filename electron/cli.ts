import path from 'node:path';
import type * as CommandLine from './cli/main.js';
import { openScript, runScript } from './cli/script.js';

/** Name of the bundle of `cli/main.ts` beside this one, which is put in when both are made (build/command-line.mjs). */
declare const COMMAND_LINE: string;

const file = path.join(import.meta.dirname, COMMAND_LINE);
const { main } = runScript<typeof CommandLine>(openScript(file), file);
process.exitCode = await main(process.argv.slice(2));
