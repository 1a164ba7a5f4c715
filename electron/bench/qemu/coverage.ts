import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';

/** Addresses that ran: in the whole session, and while each test case ran. */
export interface ExecutedAddresses {
  whole: ReadonlySet<number>;
  byCase: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Addresses of one traced session. */
export interface TracedAddresses extends ExecutedAddresses {
  /** It did not end by itself: what runs later than the bounds of a trace is not in it. */
  isCut: boolean;
}

export interface TraceRequest {
  operation: string;
  /** Absolute path of the image; it runs unchanged. */
  image: string;
  /** Absolute; exists, for this trace alone. */
  dir: string;
  /** Names of the test cases: a case runs from the entry of the function that has its name in its own to that of another case. */
  cases: readonly string[];
  /** For a session that waits: one that goes round in circles is cut off by the size of its trace, on any computer after the same instruction. */
  timeoutMs: number;
}

/** About 80 bytes for each executed instruction: over a million of them show enough of any test run. */
const MAX_TRACE_BYTES = 96 * 1024 * 1024;

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
): Promise<TracedAddresses | null> {
  const log = join(request.dir, 'trace.log');
  const { ended } = await exec({
    argv: [
      ...['prlimit', `--fsize=${MAX_TRACE_BYTES}`, profile.binary, '-machine', profile.machine],
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'none'],
      ...['-semihosting-config', 'enable=on,target=gdb'],
      ...(profile.icount === undefined ? [] : ['-icount', profile.icount]),
      ...['-kernel', request.image, '-singlestep', '-d', 'exec,nochain', '-D', log],
    ],
    cwd: resolve('/'),
    timeoutMs: request.timeoutMs,
    signal,
    operation: request.operation,
    confine: { writable: [request.dir], readable: [request.image] },
  });
  const trace = await readFile(log, 'latin1').catch(() => '');
  const executed = readTrace(trace, new Set(request.cases));
  return executed.whole.size > 0 ? { ...executed, isCut: ended !== 'exit' } : null;
}

/** Reads QEMU's execution trace; lines of another form (its own messages, a cut-off end) are passed over. */
export function readTrace(trace: string, cases: ReadonlySet<string>): ExecutedAddresses {
  const caseOf = bodies(trace, cases);
  const whole = new Set<number>();
  const byCase = new Map<string, Set<number>>();
  let current: Set<number> | null = null;
  eachStep(trace, (address, symbol) => {
    const name = caseOf.get(symbol);
    if (name !== undefined) current = caseSet(byCase, name);
    whole.add(address);
    current?.add(address);
  });
  return { whole, byCase };
}

function eachStep(trace: string, step: (address: number, symbol: string) => void): void {
  let at = 0;
  for (let end = trace.indexOf('\n'); end >= 0; end = trace.indexOf('\n', at)) {
    const open = trace.indexOf('/', at);
    const close = trace.indexOf('] ', at);
    if (open > at && close > open && close < end)
      step(Number.parseInt(trace.slice(open + 1, open + 9), 16), trace.slice(close + 2, end));
    at = end + 1;
  }
}

/**
 * Which functions are the bodies of which cases: test macros put something before or behind the name. A body
 * is entered once, while a function under test that is called like its case is entered more often. (An interrupt
 * at the first instruction makes QEMU write that one twice.)
 */
function bodies(trace: string, cases: ReadonlySet<string>): Map<string, string> {
  const entries = new Map<string, { address: number; count: number }>();
  eachStep(trace, (address, symbol) => {
    const entry = entries.get(symbol);
    if (!entry) entries.set(symbol, { address, count: 1 });
    else if (entry.address === address) entry.count += 1;
  });
  const rare = [...entries].filter(([, { count }]) => count <= 2).sort(([, a], [, b]) => a.count - b.count);
  const out = new Map<string, string>();
  const longestFirst = [...cases].sort((a, b) => b.length - a.length);
  for (const name of longestFirst) {
    const word = `_${name.replace(/\W+/g, '_')}_`;
    const body = rare.find(([symbol]) => `_${symbol}_`.includes(word) && !out.has(symbol));
    if (body) out.set(body[0], name);
  }
  return out;
}

function caseSet(byCase: Map<string, Set<number>>, name: string): Set<number> {
  const known = byCase.get(name) ?? new Set<number>();
  byCase.set(name, known);
  return known;
}
