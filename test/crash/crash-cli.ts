import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../electron/cli/commands.js';
import { createOutput } from '../../electron/cli/output.js';
import { createCore } from '../../electron/core/core.js';
import { homeFolder } from '../../electron/files/home-folder.js';

/**
 * The command line that is killed at a fault point, with SIGKILL to its own process group:
 * BENCHLOOP_CRASH_AT   the n-th point, from 1
 * BENCHLOOP_CRASH_SEEN the first point that is not in this file yet; it is added
 * BENCHLOOP_CRASH_LOG  gets one line for each point that was reached
 */
const { BENCHLOOP_CRASH_AT: at, BENCHLOOP_CRASH_SEEN: seen, BENCHLOOP_CRASH_LOG: log } = process.env;
const known = new Set(seen && existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : []);
const times = new Map<string, number>();
let reached = 0;
let last = '';

/** A point is known by its name, by the one before it, and by how often this process came by. */
function isNew(name: string): boolean {
  const step = `${last} > ${name}`;
  last = name;
  const count = (times.get(step) ?? 0) + 1;
  times.set(step, count);
  if (seen === undefined || known.has(`${step} ${count}`)) return false;
  appendFileSync(seen, `${step} ${count}\n`);
  return true;
}

function fault(name: string): void {
  reached += 1;
  if (log) appendFileSync(log, `${name}\n`);
  if (isNew(name) || reached === Number(at ?? 0)) process.kill(-process.pid, 'SIGKILL');
}

const dist = path.dirname(fileURLToPath(import.meta.url));
const home = homeFolder(process.env);
const core = createCore({
  home,
  resources: path.join(dist, '..', 'native-config'),
  wasmDir: dist,
  env: process.env,
  fault,
});
const [name = '', ...args] = process.argv.slice(2);
const out = createOutput(process.stdout, process.stderr);
const command = COMMANDS[name];
process.exitCode = command ? await command({ core, out, home, dist }, args) : 2;
