import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../electron/cli/commands.js';
import { createOutput } from '../../electron/cli/output.js';
import { createCore } from '../../electron/run/core.js';
import { homeFolder } from '../../electron/run/home.js';

/**
 * The command line that is killed at a fault point: SIGKILL to its own process group at the BENCHLOOP_CRASH_AT-th
 * (from 1; 0 or absent: never). BENCHLOOP_CRASH_LOG gets one line for each point that was reached.
 */
const crashAt = Number(process.env.BENCHLOOP_CRASH_AT ?? 0);
const log = process.env.BENCHLOOP_CRASH_LOG;
let reached = 0;

function fault(name: string): void {
  reached += 1;
  if (log) appendFileSync(log, `${name}\n`);
  if (reached === crashAt) process.kill(-process.pid, 'SIGKILL');
}

const dist = path.dirname(fileURLToPath(import.meta.url));
const core = createCore({
  home: homeFolder(process.env),
  resources: path.join(dist, '..', 'native-config'),
  wasmDir: dist,
  env: process.env,
  fault,
});
const [name = '', ...args] = process.argv.slice(2);
const out = createOutput(process.stdout, process.stderr);
const command = COMMANDS[name];
process.exitCode = command ? await command({ core, out }, args) : 2;
