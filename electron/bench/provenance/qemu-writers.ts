import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { QemuProfile } from '../../../shared/profile.js';
import { type CodeFunction, type CodeMap, type CodeMapRequest, readCodeMap } from './code-map.js';
import { type Store, writersOf } from './console-bytes.js';
import { type PatchedCode, patchedFunctions } from './patched.js';
import { readPlaces } from './places.js';
import { type CallStack, shadowStack } from './shadow-stack.js';
import { readTransfers, type Transfer } from './transfers.js';
import type { Unknown, Written } from './written.js';

/** About 75 bytes for each executed instruction: over two million of them. */
const MAX_TRACE_BYTES = 160 * 1024 * 1024;
const MAX_CONSOLE_BYTES = 4 * 1024 * 1024;

export interface QemuWritersRequest extends CodeMapRequest {
  profile: QemuProfile;
  /** Absolute; exists, for this measurement alone. */
  dir: string;
  timeoutMs: number;
  patched: PatchedCode;
}

/**
 * Runs an image once more and says who wrote its console. QEMU logs each instruction (`-singlestep -d exec,nochain`) and, between
 * them, each write to a device (trace event `memory_region_ops_write`). Nothing is known
 * where the image has no symbols, or no register was written with the console's bytes (they came by DMA or semihosting).
 */
export async function qemuWriters(o: QemuWritersRequest): Promise<Written | Unknown> {
  const [map, transfers] = await Promise.all([readCodeMap(o), readTransfers(o)]);
  if (map === null || transfers === null) return 'untraced';
  const watched = await patchedFunctions(o, map, o.patched);
  if (watched === null) return 'undebugged';
  const log = join(o.dir, 'writers.log');
  const bytes = await tracedRun(o, log);
  if (bytes.length === 0 || bytes.length > MAX_CONSOLE_BYTES) return 'untraced';
  const traced = await readTrace(linesOf(log), { map, transfers, watched });
  const by = writersOf(bytes, traced.stores);
  if (by === null) return 'untraced';
  const stacks = traced.stacks;
  const at = new Set([...new Set(by)].flatMap((i) => (stacks[i]?.frames ?? []).map((frame) => frame.at)));
  const places = await readPlaces(o, [...at]);
  return {
    ...{ bytes, by },
    stacks: stacks.map(({ frames, isWhole }) => ({
      isKnown: isWhole && frames.every(({ isAsync }) => !isAsync),
      frames: frames.map((one) => ({ symbol: one.fn?.name ?? null, places: places.get(one.at) ?? [] })),
    })),
    below: new Set([...traced.below].map(({ name }) => name)),
  };
}

/** @returns what came out of its console */
async function tracedRun(o: QemuWritersRequest, log: string): Promise<Uint8Array> {
  const { profile } = o;
  const console = join(o.dir, 'console');
  await o.exec({
    argv: [
      ...['prlimit', `--fsize=${MAX_TRACE_BYTES}`, profile.binary, '-machine', profile.machine],
      ...['-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'none'],
      ...['-semihosting-config', 'enable=on,target=gdb'],
      ...Array.from({ length: profile.uart }, () => ['-serial', 'null']).flat(),
      ...['-serial', `file:${console.replaceAll(',', ',,')}`],
      ...(profile.icount === undefined ? [] : ['-icount', profile.icount]),
      ...['-kernel', o.elf, '-singlestep', '-d', 'exec,nochain', '-trace', 'memory_region_ops_write'],
      ...['-D', log],
    ],
    cwd: resolve('/'),
    timeoutMs: o.timeoutMs,
    operation: o.operation,
    confine: { writable: [o.dir], readable: [o.elf] },
    signal: o.signal,
  });
  return readFile(console).catch(() => new Uint8Array());
}

/** What a trace tells: each write to a device, and the calls under way. */
export interface Traced {
  stores: Store[];
  stacks: CallStack[];
  below: ReadonlySet<CodeFunction>;
}

/** Reads QEMU's log; lines of another form (its own messages, a cut-off end) are passed over. */
export async function readTrace(
  lines: AsyncIterable<string>,
  known: {
    map: CodeMap;
    transfers: ReadonlyMap<number, Transfer>;
    watched: ReadonlySet<CodeFunction>;
  },
): Promise<Traced> {
  const stack = shadowStack(known.map, known.transfers, (fn) => known.watched.has(fn));
  const places = new Map<string, number>();
  const stacks: CallStack[] = [];
  const stores: Store[] = [];
  const placeOf = (now: CallStack): number => {
    const key = `${now.isWhole}${now.frames.map(({ at, isAsync }) => (isAsync ? `!${at}` : at)).join()}`;
    const place = places.get(key) ?? stacks.push(now) - 1;
    places.set(key, place);
    return place;
  };
  for await (const line of lines) {
    const pc = executed(line);
    if (pc !== null) stack.step(pc);
    const [, address, value] = pc === null ? (WRITE.exec(line) ?? []) : [];
    if (address === undefined || value === undefined) continue;
    const byte = Number.parseInt(value.slice(-2), 16);
    stores.push({ address: Number.parseInt(address, 16), byte, stack: placeOf(stack.now()) });
  }
  return { stores, stacks, below: stack.below };
}

const WRITE = /memory_region_ops_write cpu \d+ mr \S+ addr 0x([0-9a-f]+) value 0x([0-9a-f]+) /;

/** `Trace N: HOST [BASE/PC/…] SYMBOL` */
function executed(line: string): number | null {
  if (!line.startsWith('Trace ')) return null;
  const open = line.indexOf('/');
  const close = line.indexOf('/', open + 1);
  return open > 0 && close > open ? Number.parseInt(line.slice(open + 1, close), 16) : null;
}

/** The log may be longer than a string can be. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
