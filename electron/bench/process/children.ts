import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildRegistry } from '../../../shared/process.js';
import { killTree } from './tree.js';

/** How long a reaped process may take to go after KILL before the next one is looked at. */
const REAP_MS = 2000;

/** For programs that nobody would have to end later. */
export const UNRECORDED: ChildRegistry = { started: () => undefined, ended: () => undefined };

export interface ChildRecord {
  pid: number;
  startTime: string;
  operation: string;
}

/**
 * When a process started, in a form that is only good for comparing: with the pid it names one process for the
 * whole uptime. Null where there is none, or only a zombie that waits for its parent. Sources: proc(5),
 * /proc/pid/stat fields 3 and 22 (clock ticks since boot); ps(1) `lstart` on macOS; `StartTime` of PowerShell's
 * Get-Process on Windows (about 0.3 s a call).
 */
export function processStartTime(pid: number): string | null {
  if (process.platform === 'linux') return linuxStartTime(pid);
  if (process.platform === 'win32') {
    return ask('powershell.exe', [
      '-NoProfile',
      '-Command',
      `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
    ]);
  }
  return ask('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function linuxStartTime(pid: number): string | null {
  const stat = readProc(pid, 'stat');
  if (stat === null) return null;
  // the second field is the program's name in parentheses and may itself hold spaces and parentheses
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/** Records a child that was just started; gives what removes it from the record. What did not start is not recorded. */
export function recordChild(children: ChildRegistry, pid: number | undefined, operation: string): () => void {
  const startTime = pid === undefined ? null : processStartTime(pid);
  if (pid === undefined || startTime === null) return () => undefined;
  children.started({ pid, startTime, operation });
  return () => children.ended(pid);
}

/** Whether the very process that had this pid and start time still runs. */
export function isAlive(pid: number, startTime: string): boolean {
  return processStartTime(pid) === startTime;
}

/** Names this uptime of the computer: pids and start times mean nothing across a reboot. */
export function currentBootId(): string {
  if (process.platform === 'linux') {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  }
  const [file, args] =
    process.platform === 'win32'
      ? [
          'powershell.exe',
          [
            '-NoProfile',
            '-Command',
            '(Get-CimInstance Win32_OperatingSystem).LastBootUpTime.ToFileTimeUtc()',
          ],
        ]
      : ['sysctl', ['-n', 'kern.bootsessionuuid']];
  const id = ask(file, args);
  if (id === null) throw new Error(`${file} does not tell when this computer started`);
  return id;
}

/**
 * Ends what a crashed owner left behind, and returns the pids that were ended. Start time and operation id must both
 * match: a pid that has gone to another process is left alone. On Linux everything that carries the operation id is
 * found, whatever became of the process on record: bubblewrap killed while it sets up leaves a child that waits for ever.
 */
export async function reapChildren(records: readonly ChildRecord[]): Promise<number[]> {
  return endAll(records.flatMap(process.platform === 'linux' ? carriersOf : recorded));
}

/**
 * Ends every process of a run whose owner died: a crash may come before a child was recorded. Only the run's owner may
 * call it. Linux only; elsewhere the records must do.
 */
export async function reapRun(run: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const left = pids().flatMap((pid) => {
    const startTime = belongsToRun(pid, run) ? linuxStartTime(pid) : null;
    return startTime === null ? [] : [{ pid, startTime }];
  });
  return endAll(left);
}

/** Ends what an operation of ours left running. Linux only; elsewhere none is found. */
export const reapOperation = (operation: string): Promise<number[]> =>
  endAll(carriers(`BENCHLOOP_OPERATION=${operation}`));

async function endAll(left: readonly Found[]): Promise<number[]> {
  await Promise.all(left.map(({ pid, startTime }) => killTree(pid).then(() => gone(pid, startTime))));
  return left.map(({ pid }) => pid);
}

/** Operation ids begin with their run. */
function belongsToRun(pid: number, run: string): boolean {
  const environment = readProc(pid, 'environ')?.split('\0') ?? [];
  if (environment.some((entry) => entry.startsWith(`BENCHLOOP_OPERATION=${run}.`))) return true;
  return readProc(pid, 'cmdline')?.includes(`\0BENCHLOOP_OPERATION\0${run}.`) ?? false;
}

/** Processes with this entry (`NAME=value`) in their environment. Linux only; elsewhere none is found. */
export function carriers(entry: string): Found[] {
  if (process.platform !== 'linux') return [];
  return pids().flatMap((pid) => {
    const startTime = readProc(pid, 'environ')?.split('\0').includes(entry) ? linuxStartTime(pid) : null;
    return startTime === null ? [] : [{ pid, startTime }];
  });
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);

type Found = Pick<ChildRecord, 'pid' | 'startTime'>;

const recorded = (record: ChildRecord): Found[] =>
  isAlive(record.pid, record.startTime) && namesOperation(record) ? [record] : [];

/** All processes of an operation that started no earlier than the one on record. */
function carriersOf(record: ChildRecord): Found[] {
  return pids().flatMap((pid) => {
    const startTime = carriesOperation(pid, record.operation) ? linuxStartTime(pid) : null;
    if (startTime === null || Number(startTime) < Number(record.startTime)) return [];
    return [{ pid, startTime }];
  });
}

/** Settles when the process is gone, or after the bound: what not even KILL ends hangs in the kernel. */
async function gone(pid: number, startTime: string): Promise<void> {
  const until = performance.now() + REAP_MS;
  while (isAlive(pid, startTime) && performance.now() < until) await delay(5);
}

/** The id stands in bubblewrap's arguments, and in the environment of all that runs for the operation. */
function carriesOperation(pid: number, operation: string): boolean {
  const environment = readProc(pid, 'environ')?.split('\0') ?? [];
  if (environment.includes(`BENCHLOOP_OPERATION=${operation}`)) return true;
  return readProc(pid, 'cmdline')?.includes(`\0BENCHLOOP_OPERATION\0${operation}\0`) ?? false;
}

/** Windows shows no other process's environment: there the start time alone must do. */
const namesOperation = ({ pid, operation }: ChildRecord): boolean =>
  process.platform === 'win32' ||
  (ask('ps', ['eww', '-o', 'command=', '-p', String(pid)])?.includes(`BENCHLOOP_OPERATION=${operation}`) ??
    false);

function readProc(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return null; // the process ended meanwhile, which is an answer
  }
}

function ask(file: string, args: readonly string[]): string | null {
  try {
    const answer = execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return answer === '' ? null : answer;
  } catch {
    return null; // both tools fail for a pid that does not exist
  }
}
