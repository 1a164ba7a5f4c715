import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CodeMap, type CodeMapRequest, readCodeMap } from './code-map.js';
import { type PatchedCode, patchedFunctions } from './patched.js';
import { type Place, readPlaces } from './places.js';
import { CALLS_FILE, CONSOLE_FILE, MOST_FRAMES, RECORDER } from './recorder.js';
import { callBefore, readTransfers, type Transfer } from './transfers.js';
import type { Unknown, WriterStack, Written } from './written.js';

export interface HostWritersRequest extends Omit<CodeMapRequest, 'elf' | 'prefix'> {
  /** The test program and its arguments, and the folder it runs in. */
  command: readonly string[];
  cwd: string;
  /** Absolute; exist, for this measurement alone: the program may write to `dir`, and reads the library in `lib`. */
  dir: string;
  lib: string;
  timeoutMs: number;
  maxWrittenBytes: number | undefined;
  patched: PatchedCode;
}

const LIBRARY = 'recorder.so';
const COMPILE_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** More programs than these are not looked into. */
const MOST_MODULES = 8;

/**
 * Runs a test program of this computer once more and says who wrote its output: a library that is loaded into it records the stack
 * at each call that writes (see `RECORDER`). Nothing is known where this computer has no compiler for it, or the program does not load
 * it (it is linked statically, or not for Linux).
 */
export async function hostWriters(o: HostWritersRequest): Promise<Written | Unknown> {
  if (process.platform !== 'linux' || !(await makeLibrary(o))) return 'untraced';
  await o.exec({
    argv: o.command,
    cwd: o.cwd,
    env: {
      LD_PRELOAD: join(o.lib, LIBRARY),
      BENCHLOOP_WRITERS: o.dir,
      BENCHLOOP_WRITERS_BEGIN: '1',
    },
    timeoutMs: o.timeoutMs,
    maxOutputBytes: MAX_BYTES,
    maxWrittenBytes: o.maxWrittenBytes,
    operation: o.operation,
    confine: { writable: [o.workTree, o.dir], readable: [o.lib] },
    mergeOutput: true,
    signal: o.signal,
  });
  const read = (name: string) => readFile(join(o.dir, name)).catch(() => Buffer.alloc(0));
  const [bytes, calls] = [await read(CONSOLE_FILE), await read(CALLS_FILE)];
  if (bytes.length === 0 || bytes.length > MAX_BYTES || calls.length > 4 * MAX_BYTES) return 'untraced';
  return written(o, bytes, callsIn(calls.toString('latin1')));
}

async function makeLibrary(o: HostWritersRequest): Promise<boolean> {
  const source = join(o.lib, 'recorder.c');
  await writeFile(source, RECORDER);
  const done = await o.exec({
    argv: ['cc', '-shared', '-fPIC', '-O1', '-w', '-o', join(o.lib, LIBRARY), source, '-ldl'],
    cwd: o.lib,
    timeoutMs: COMPILE_MS,
    operation: o.operation,
    confine: { writable: [o.lib] },
    signal: o.signal,
  });
  return done.ended === 'exit' && done.exitCode === 0;
}

/** An address that a call returns to, less one, and the file that it lies in. */
interface Return {
  at: number;
  module: string;
}

/** A call that wrote, and who made it, the innermost first. */
export interface Call {
  from: number;
  to: number;
  returns: Return[];
  /** The lines of the recorder, as a key. */
  key: string;
}

/** Reads what the recorder wrote; a line of another form is passed over. */
export function callsIn(text: string): Call[] {
  return text.split('\n').flatMap((line) => {
    const [range = '', ...frames] = line.split('\t');
    const [, from, to] = /^(\d+) (\d+)$/.exec(range) ?? [];
    if (from === undefined) return [];
    const returns = frames.map((frame) => {
      const cut = frame.indexOf('@');
      return { at: Number.parseInt(frame.slice(0, cut), 16), module: frame.slice(cut + 1) };
    });
    return [{ from: Number(from), to: Number(to), returns, key: frames.join() }];
  });
}

/** A program, or a library that was built with it. */
interface Module {
  map: CodeMap;
  transfers: ReadonlyMap<number, Transfer>;
  places: ReadonlyMap<number, Place[]>;
}

async function written(
  o: HostWritersRequest,
  bytes: Uint8Array,
  calls: readonly Call[],
): Promise<Written | Unknown> {
  const modules = await readModules(o, calls);
  if (modules === null) return 'undebugged';
  const by = new Int32Array(bytes.length).fill(-1);
  const stacks: WriterStack[] = [];
  const known = new Map<string, number>();
  for (const call of calls) {
    const place = known.get(call.key) ?? stacks.push(stackOf(call, modules)) - 1;
    known.set(call.key, place);
    by.fill(place, call.from, call.to);
  }
  return { bytes, by, stacks, below: null };
}

/** Those whose files lie in the work tree: nothing else can have been patched. Null where one lacks debug information. */
async function readModules(
  o: HostWritersRequest,
  calls: readonly Call[],
): Promise<Map<string, Module> | null> {
  const addresses = new Map<string, Set<number>>();
  for (const { at, module } of calls.flatMap(({ returns }) => returns)) {
    const known = addresses.get(module) ?? new Set();
    addresses.set(module, known.add(at));
  }
  const out = new Map<string, Module>();
  for (const [file, at] of addresses) {
    if (!file.startsWith(`${o.workTree}/`) || !existsSync(file) || out.size === MOST_MODULES) continue;
    const image = { ...o, elf: file, prefix: '' };
    const [map, transfers] = [await readCodeMap(image), await readTransfers(image)];
    if (map && (await patchedFunctions(image, map, o.patched)) === null) return null;
    if (map && transfers) out.set(file, { map, transfers, places: await readPlaces(image, [...at]) });
  }
  return out;
}

/**
 * The functions of the work tree on a stack. A call that does not lead to the function above it has lost one that ended in a jump
 * (a tail call): such a stack tells nothing.
 */
function stackOf({ returns }: Call, modules: ReadonlyMap<string, Module>): WriterStack {
  const inner = returns.map(({ at, module }, i) => {
    const of = modules.get(module);
    if (!of) return null;
    const above = returns[i - 1];
    const callee = above?.module === module ? of.map.functionAt(above.at) : null;
    const call = callBefore(of.transfers, at + 1);
    const isSeen = call !== null && leadsTo(call, of.map, callee);
    return { isSeen, symbol: of.map.functionAt(at)?.name ?? null, places: of.places.get(at) ?? [] };
  });
  const frames = inner.filter((frame) => frame !== null);
  return {
    isKnown: returns.length < MOST_FRAMES && frames.every((one) => one.isSeen || one.symbol === START),
    frames: frames.map(({ symbol, places }) => ({ symbol, places })).reverse(),
  };
}

/** Where a program begins; it calls `main` through the C library. */
const START = '_start';

/** @param callee null: a library's */
function leadsTo(
  { target, isElsewhere }: Transfer,
  map: CodeMap,
  callee: ReturnType<CodeMap['functionAt']>,
): boolean {
  if (isElsewhere) return callee === null;
  return target === null ? callee !== null : map.functionAt(target) === callee;
}
