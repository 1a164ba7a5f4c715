import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Where Linux counts the processor time of a group of processes, also of those that were killed: version 1 (`cpuacct`), and
 * version 2, alone or beside version 1. Kernel documentation: admin-guide/cgroup-v1/cpuacct and admin-guide/cgroup-v2.
 */
const ROOTS = ['/sys/fs/cgroup/cpuacct', '/sys/fs/cgroup', '/sys/fs/cgroup/unified'];

/**
 * A new group below another, which counts what its own groups use, too.
 *
 * @param {string} name
 * @param {string} [parent] absolute; without it, where this system lets this user make one
 * @returns {string | null} its folder; null where no group can be made: then nothing is counted
 */
export function makeGroup(name, parent) {
  for (const root of parent === undefined ? ROOTS : [parent]) {
    const dir = path.join(root, name);
    try {
      mkdirSync(dir);
    } catch {
      continue;
    }
    if (secondsOf(dir) !== null) return dir;
    removeGroup(dir);
  }
  return null;
}

/**
 * Processor time that a group has used, user and system, in seconds; null where the system does not count it.
 *
 * @param {string} dir
 */
export function secondsOf(dir) {
  const usage = path.join(dir, 'cpuacct.usage');
  if (existsSync(usage)) return Number(readFileSync(usage, 'utf8')) / 1e9;
  const stat = path.join(dir, 'cpu.stat');
  const found = existsSync(stat) ? /^usage_usec (\d+)$/m.exec(readFileSync(stat, 'utf8')) : null;
  return found ? Number(found[1]) / 1e6 : null;
}

/**
 * Puts a process into a group, with all that it starts from now on.
 *
 * @param {string} dir
 * @param {number} [pid] without it, this process
 */
export const enterGroup = (dir, pid = process.pid) =>
  writeFileSync(path.join(dir, 'cgroup.procs'), String(pid));

/**
 * Removes a group and its groups. One in which a process still runs stays: the kernel removes none that is in use.
 *
 * @param {string} dir
 */
export function removeGroup(dir) {
  try {
    for (const entry of readdirSync(dir, { withFileTypes: true }))
      if (entry.isDirectory()) removeGroup(path.join(dir, entry.name));
    rmdirSync(dir);
  } catch {
    // still in use
  }
}

/**
 * Processor time in seconds of this process's ended children and of theirs, as far as each was waited for: what is known where
 * there are no groups. proc(5), /proc/pid/stat, fields 16 and 17, in ticks of 10 ms. 0 elsewhere than on Linux.
 */
export function secondsOfChildren() {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
