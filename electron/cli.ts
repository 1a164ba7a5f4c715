import { loadCommandLine } from './cli/load.js';
import { surroundingsOf } from './cli/surroundings.js';

/** Name of the bundle of `cli/main.ts` beside this one, which is put in when both are made (build/command-line.mjs). */
declare const COMMAND_LINE: string;

const main = loadCommandLine(import.meta.dirname, COMMAND_LINE);
process.exitCode = await main(process.argv.slice(2), surroundingsOf(process, import.meta.dirname));
