import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What ends by itself when asked removes its locks and sockets. What does not is killed after so long, ms. */
const GRACE_MS = 5000;
/** The kernel ends what is killed at once; what it cannot end (a broken disk) is not waited for, ms. */
const KILL_MS = 10_000;
const LOOK_MS = 100;

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // The process has ended, or belongs to somebody else.
    return '';
  }
};

/** proc(5), /proc/pid/stat: state and parent follow the name in brackets. A zombie has ended. */
function parentOf(/** @type {number} */ pid) {
  const stat = read(`/proc/${pid}/stat`);
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' ? null : Number(parent);
}

/**
 * Processes of a control group and of the groups below it.
 *
 * @param {string} group its folder
 * @returns {number[]}
 */
export function processesIn(group) {
  const pids = read(path.join(group, 'cgroup.procs')).split('\n').filter(Boolean).map(Number);
  const below = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const all = [...pids, ...below.flatMap(({ name }) => processesIn(path.join(group, name)))];
  return all.filter((pid) => parentOf(pid) !== null);
}

/**
 * Processes that were started with a variable in their environment, and all that these started. Linux only: none elsewhere.
 *
 * @param {string} variable `NAME=value`
 * @returns {number[]}
 */
export function processesWith(variable) {
  if (process.platform !== 'linux') return [];
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const alive = [...parents].filter(([, parent]) => parent !== null).map(([pid]) => pid);
  const found = new Set(alive.filter((pid) => read(`/proc/${pid}/environ`).split('\0').includes(variable)));
  for (const parent of found) for (const pid of alive) if (parents.get(pid) === parent) found.add(pid);
  return [...found].filter((pid) => pid !== process.pid);
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Ends processes, and waits until none is left: asks first, then kills. They are looked for each time, because those that still run start
 * others.
 *
 * @param {() => readonly number[]} find
 * @param {number} [graceMs] before they are killed
 * @returns {Promise<readonly number[]>} those that the kernel could not end
 */
export async function endProcesses(find, graceMs = GRACE_MS) {
  // Once a parent has ended, nothing shows whose a child was.
  let left = find();
  for (const pid of left) send(pid, 'SIGTERM');
  const start = performance.now();
  while (left.length > 0 && performance.now() - start < graceMs + KILL_MS) {
    if (performance.now() - start > graceMs) for (const pid of left) send(pid, 'SIGKILL');
    await sleep(LOOK_MS);
    left = [...new Set([...left, ...find()])].filter((pid) => parentOf(pid) !== null);
  }
  return left;
}
