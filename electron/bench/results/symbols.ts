import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Exec } from '../../../shared/process.js';
import type { Location } from '../../../shared/results.js';

/** Addresses to places in the source, for one image. */
export interface SymbolLookup {
  /** One entry per address, in order; null where the image does not know it. */
  lookup(addresses: readonly number[]): Promise<(Location | null)[]>;
}

const TIMEOUT_MS = 20_000;
/** Addresses per call: an argument vector has a bound on every system (32,767 characters on Windows). */
const BATCH = 500;
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export interface SymbolRequest {
  /** Absolute. */
  elf: string;
  /** Of the toolchain's programs, such as `arm-none-eabi-`. */
  prefix: string;
  exec: Exec;
  /** Top of the sources, absolute. */
  workTree: string;
  operation: string;
}

/**
 * Looks addresses up with `<prefix>addr2line`, confined: the image is untrusted. For a cross toolchain the Thumb bit (bit 0 of a
 * code address on ARM) is cleared. Files below `workTree` become relative to it, with forward slashes. Where the tool is
 * not installed or the image cannot be read, every answer is null: a fault is still worth reporting without its line.
 */
export function openSymbols({ elf, prefix, exec, workTree, operation }: SymbolRequest): SymbolLookup {
  const batch = async (addresses: readonly number[]): Promise<(Location | null)[]> => {
    const asked = addresses.map((address) => `0x${(prefix ? (address & ~1) >>> 0 : address).toString(16)}`);
    const done = await exec({
      argv: [`${prefix}addr2line`, '-f', '-C', '-e', elf, ...asked],
      cwd: workTree,
      timeoutMs: TIMEOUT_MS,
      operation,
      confine: { writable: [], readable: [workTree, elf] },
    });
    const lines = decode(done.stdout).split(/\r?\n/);
    return addresses.map((_, i) => placeOf(lines[2 * i], lines[2 * i + 1], workTree));
  };
  return {
    async lookup(addresses) {
      if (!existsSync(elf)) return addresses.map(() => null);
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
