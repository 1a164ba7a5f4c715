import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that copies a port into a log. */
export interface Reader {
  readonly child: ChildProcess;
  readonly log: string;
  stop(): Promise<void>;
}

/** Ours, started as a user starts it. */
export function startOurs(dir: string, port: string): Promise<Reader> {
  const log = path.join(dir, 'ours.log');
  const args = [path.resolve('dist/cli.js'), 'console', '--port', port, '--baud', '115200', '--log', log];
  return start([process.execPath, ...args], log, { BENCHLOOP_HOME: path.join(dir, 'home') }, 'SIGTERM');
}

export function startPicocom(dir: string, port: string): Promise<Reader> {
  const log = path.join(dir, 'picocom.log');
  // It would wait for the terminal to take what it sends at its end; the board reads nothing.
  return start(['picocom', '-q', '-b', '115200', '--logfile', log, port], log, {}, 'SIGKILL');
}

async function start(
  [file = '', ...args]: readonly string[],
  log: string,
  env: NodeJS.ProcessEnv,
  ending: NodeJS.Signals,
): Promise<Reader> {
  // Its standard output goes nowhere: a terminal would be what is measured.
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  await once(child, 'spawn'); // rejects where the program is not there
  while (!existsSync(log) && child.exitCode === null) await delay(10);
  if (!existsSync(log)) throw new Error(`${file} ended with ${child.exitCode} before it opened its log`);
  // The log is there a moment before the port is read.
  await delay(500);
  return {
    child,
    log,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill(ending);
      await gone;
    },
  };
}

/** Resolves once the file has so many bytes, or has not grown for 5 s. */
export async function grownTo(file: string, bytes: number): Promise<void> {
  let last = -1;
  let since = Date.now();
  for (;;) {
    const { size } = statSync(file);
    if (size >= bytes) return;
    if (size !== last) since = Date.now();
    if (Date.now() - since > 5000) return;
    last = size;
    await delay(5);
  }
}

/** Whether the file holds exactly `bytes` bytes of the pattern, over and over. */
export function holds(file: string, pattern: Buffer, bytes: number): boolean {
  if (statSync(file).size !== bytes) return false;
  const handle = openSync(file, 'r');
  const piece = Buffer.alloc(pattern.length);
  try {
    for (let at = 0; at < bytes; at += piece.length) {
      const count = readSync(handle, piece, 0, piece.length, at);
      if (!piece.subarray(0, count).equals(pattern.subarray(0, count))) return false;
    }
    return true;
  } finally {
    closeSync(handle);
  }
}

/** The most memory that a process ever had, MiB (Linux: VmHWM of proc(5)). */
export function peakMemory(pid: number): number {
  const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
