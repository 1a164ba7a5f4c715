import path from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { Location, Metrics } from '../../../shared/results.js';

/** Addresses to places in the source, for one image. */
export interface SymbolLookup {
  /** One entry per address, in order; null where the image does not know it. */
  lookup(addresses: readonly number[]): Promise<(Location | null)[]>;
}

const TIMEOUT_MS = 20_000;
/** Addresses per call: an argument vector has a bound on every system (32,767 characters on Windows). */
const BATCH = 500;
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/**
 * Looks addresses up with `<prefix>addr2line`. The Thumb bit (bit 0 of a code address on ARM) is cleared.
 * Files below `workTree` become relative to it, with forward slashes. Where the tool is not installed or
 * the image cannot be read, every answer is null: a fault is still worth reporting without its line.
 */
export function openSymbols(elf: string, prefix: string, exec: Exec, workTree: string): SymbolLookup {
  const batch = async (addresses: readonly number[]): Promise<(Location | null)[]> => {
    const asked = addresses.map((address) => `0x${((address & ~1) >>> 0).toString(16)}`);
    const done = await exec({
      argv: [`${prefix}addr2line`, '-f', '-C', '-e', elf, ...asked],
      cwd: workTree,
      timeoutMs: TIMEOUT_MS,
      operation: 'symbols',
    });
    const lines = decode(done.stdout).split(/\r?\n/);
    return addresses.map((_, i) => placeOf(lines[2 * i], lines[2 * i + 1], workTree));
  };
  return {
    async lookup(addresses) {
      const found: (Location | null)[] = [];
      for (let i = 0; i < addresses.length; i += BATCH)
        found.push(...(await batch(addresses.slice(i, i + BATCH))));
      return found;
    },
  };
}

/** addr2line prints the function, then `file:line`, each `??` (line 0 or `?`) where unknown. */
function placeOf(name: string | undefined, place: string | undefined, workTree: string): Location | null {
  const found = /^(.+):(\d+)(?: \(discriminator \d+\))?$/.exec(place ?? '');
  const line = Number(found?.[2]);
  if (!found?.[1] || found[1] === '??' || !(line > 0)) return null;
  const known = name && name !== '??' ? { function: name } : {};
  return { file: relativeTo(workTree, found[1]), line, ...known };
}

function relativeTo(workTree: string, file: string): string {
  const relative = path.relative(workTree, path.resolve(workTree, file));
  const outside = relative.startsWith('..') || path.isAbsolute(relative);
  return outside ? file : relative.split(path.sep).join('/');
}

/**
 * Sizes of an image in bytes, as `<prefix>size` counts them (Berkeley format: text holds code and read-only
 * data). Null where the tool is not installed or the file is no image.
 */
export async function imageSize(elf: string, prefix: string, exec: Exec): Promise<Metrics | null> {
  const done = await exec({
    argv: [`${prefix}size`, '-B', elf],
    cwd: path.dirname(elf),
    timeoutMs: TIMEOUT_MS,
    operation: 'image-size',
  });
  const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s/.exec(decode(done.stdout).split('\n')[1] ?? '');
  if (done.ended !== 'exit' || done.exitCode !== 0 || !found) return null;
  return {
    image_text_bytes: Number(found[1]),
    image_data_bytes: Number(found[2]),
    image_bss_bytes: Number(found[3]),
  };
}
