import { loadCommandLine } from '../../electron/cli/load.js';
import { surroundingsOf } from '../../electron/cli/surroundings.js';
import { killing } from './killing.js';
import { steps } from './points.js';

/** Name of the project's command line beside this one, which is put in when this is made (bundles.ts). */
declare const COMMAND_LINE: string;

// The command line as it is, killed at fault points (`killing`).
const dist = import.meta.dirname;
const fault = killing(process.env, steps());
const main = loadCommandLine(dist, COMMAND_LINE);
process.exitCode = await main(process.argv.slice(2), Object.assign(surroundingsOf(process, dist), { fault }));
