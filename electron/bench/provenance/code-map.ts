import { resolve } from 'node:path';
import type { Exec } from '../../../shared/process.js';

/** A function of an image; addresses as the image has them. */
export interface CodeFunction {
  name: string;
  start: number;
  /** The first address behind it. */
  end: number;
}

/** The functions of an image, by their addresses. */
export interface CodeMap {
  functions: readonly CodeFunction[];
  functionAt(address: number): CodeFunction | null;
}

/** How an image is read. */
export interface CodeMapRequest {
  /** Absolute. */
  elf: string;
  /** Of the toolchain's programs, such as `arm-none-eabi-`. */
  prefix: string;
  /** Top of the sources, absolute. */
  workTree: string;
  exec: Exec;
  operation: string;
  signal: AbortSignal;
}

const TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program of the toolchain on an image, confined: the image is untrusted. Null where it fails. */
export async function readImage(
  o: CodeMapRequest,
  program: string,
  args: readonly string[],
): Promise<string | null> {
  const done = await o.exec({
    argv: [`${o.prefix}${program}`, ...args, o.elf],
    cwd: resolve('/'),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    confine: { writable: [], readable: [o.elf] },
    operation: o.operation,
    signal: o.signal,
  });
  return done.ended === 'exit' && done.exitCode === 0 ? new TextDecoder().decode(done.stdout) : null;
}

/** Reads the functions of an image with `nm`. Null where it has no symbols, or cannot be read. */
export async function readCodeMap(o: CodeMapRequest): Promise<CodeMap | null> {
  const listed = await readImage(o, 'nm', ['--defined-only', '-S', '-C']);
  const functions = listed === null ? [] : functionsIn(listed);
  return functions.length > 0 ? codeMap(functions) : null;
}

/** `address [size] type name`; T, t, W, w and i are code (binutils manual, "nm"). */
const SYMBOL = /^([0-9a-f]+) (?:([0-9a-f]+) )?[TtWwi] (.+)$/;

/** Reads the output of `nm -S`; a symbol without a size ends where the next one begins. */
export function functionsIn(listed: string): CodeFunction[] {
  const found = listed.split('\n').flatMap((line) => {
    const [, address = '', size, name = ''] = SYMBOL.exec(line.trimEnd()) ?? [];
    if (name === '') return [];
    return [{ name, start: Number.parseInt(address, 16), size: Number.parseInt(size ?? '0', 16) }];
  });
  const sorted = found.sort((a, b) => a.start - b.start || b.size - a.size);
  const distinct = sorted.filter(({ start }, i) => sorted[i - 1]?.start !== start);
  return distinct.map(({ name, start, size }, i) => {
    const next = distinct[i + 1]?.start ?? start + 1;
    return { name, start, end: size > 0 ? start + size : next };
  });
}

/** @param functions in the order of their addresses */
export function codeMap(functions: readonly CodeFunction[]): CodeMap {
  const known = new Map<number, CodeFunction | null>();
  const search = (address: number): CodeFunction | null => {
    let [low, high] = [0, functions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((functions[middle]?.start ?? 0) <= address) low = middle + 1;
      else high = middle;
    }
    const found = functions[low - 1];
    return found && address < found.end ? found : null;
  };
  return {
    functions,
    functionAt(address) {
      const earlier = known.get(address);
      if (earlier !== undefined) return earlier;
      const found = search(address);
      known.set(address, found);
      return found;
    },
  };
}
