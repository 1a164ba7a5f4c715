import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';

/** Addresses that ran: in the whole session, and while each test case ran. */
export interface ExecutedAddresses {
  whole: ReadonlySet<number>;
  byCase: ReadonlyMap<string, ReadonlySet<number>>;
}

export interface TraceRequest {
  operation: string;
  /** Absolute path of the image; it runs unchanged. */
  image: string;
  /** Absolute; exists, for this trace alone. */
  dir: string;
  /** Names of the test cases: a case runs from the entry of the function of its name to that of another case. */
  cases: readonly string[];
}

/** About 80 bytes for each executed instruction: over a million of them show enough of any test run. */
const MAX_TRACE_BYTES = 96 * 1024 * 1024;
const TIMEOUT_MS = 2500;

/**
 * Which instructions an image executes, from QEMU's own trace: with `-singlestep -d exec,nochain` it writes one
 * line `Trace N: HOST [FLAGS/PC/…] SYMBOL` for each. A run that hangs is cut off by size or time, which changes
 * little: it shows where the time goes. Null where nothing could be traced.
 */
export async function traceExecution(
  profile: QemuProfile,
  request: TraceRequest,
  exec: Exec,
  signal: AbortSignal,
): Promise<ExecutedAddresses | null> {
  const log = join(request.dir, 'trace.log');
  await exec({
    argv: [
      ...['prlimit', `--fsize=${MAX_TRACE_BYTES}`, profile.binary, '-machine', profile.machine],
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'none'],
      ...['-semihosting-config', 'enable=on,target=gdb'],
      ...(profile.icount === undefined ? [] : ['-icount', profile.icount]),
      ...['-kernel', request.image, '-singlestep', '-d', 'exec,nochain', '-D', log],
    ],
    cwd: resolve('/'),
    timeoutMs: TIMEOUT_MS,
    signal,
    operation: request.operation,
    confine: { writable: [request.dir], readable: [request.image] },
  });
  const trace = await readFile(log, 'latin1').catch(() => '');
  const executed = readTrace(trace, new Set(request.cases));
  return executed.whole.size > 0 ? executed : null;
}

/** Reads QEMU's execution trace; lines of another form (its own messages, a cut-off end) are passed over. */
export function readTrace(trace: string, cases: ReadonlySet<string>): ExecutedAddresses {
  const whole = new Set<number>();
  const byCase = new Map<string, Set<number>>();
  let current: Set<number> | null = null;
  let at = 0;
  while (at < trace.length) {
    const end = trace.indexOf('\n', at);
    if (end < 0) break;
    const open = trace.indexOf('/', at);
    const close = trace.indexOf('] ', at);
    if (open > at && close > open && close < end) {
      const address = Number.parseInt(trace.slice(open + 1, open + 9), 16);
      const symbol = trace.slice(close + 2, end);
      if (cases.has(symbol)) current = caseSet(byCase, symbol);
      whole.add(address);
      current?.add(address);
    }
    at = end + 1;
  }
  return { whole, byCase };
}

function caseSet(byCase: Map<string, Set<number>>, name: string): Set<number> {
  const known = byCase.get(name) ?? new Set<number>();
  byCase.set(name, known);
  return known;
}
