import { resolve } from 'node:path';
import type { Exec } from '../../../shared/process.js';

const TIMEOUT_MS = 5000;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

export interface LineTableRequest {
  /** Absolute. */
  elf: string;
  /** Of the toolchain's programs, such as `arm-none-eabi-`. */
  prefix: string;
  exec: Exec;
  operation: string;
  signal: AbortSignal;
}

/**
 * Lines with code of their own, by the last part of their file's name, as `<prefix>objdump` reads the image's line table
 * (binutils manual, "objdump", `--dwarf=decodedline`). Null where it cannot be read. Confined: the image is untrusted.
 */
export async function lineTable(o: LineTableRequest): Promise<Map<string, Set<number>> | null> {
  const { elf, exec, operation, signal } = o;
  const done = await exec({
    argv: [`${o.prefix}objdump`, '--dwarf=decodedline', elf],
    cwd: resolve('/'),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    confine: { writable: [], readable: [elf] },
    ...{ operation, signal },
  });
  if (done.ended !== 'exit' || done.exitCode !== 0) return null;
  const table = readLineTable(new TextDecoder().decode(done.stdout));
  return table.size > 0 ? table : null;
}

/** `name line address`; a line of `-` ends a sequence, and a name that was shortened begins with dots. */
const ROW = /^(?!\.\.\.)(\S+) +(\d+|-) +(0x[0-9a-f]+|0)\b/;

/** Of several rows at one address the last one has the instruction: `addr2line` names that line, too. */
export function readLineTable(text: string): Map<string, Set<number>> {
  const rows = text.split('\n').flatMap((row) => {
    const [, name, line, address] = ROW.exec(row) ?? [];
    return name === undefined ? [] : [{ name, line: Number(line), address }];
  });
  const lines = new Map<string, Set<number>>();
  for (const [i, { name, line, address }] of rows.entries())
    if (line > 0 && rows[i + 1]?.address !== address)
      lines.set(name, (lines.get(name) ?? new Set()).add(line));
  return lines;
}
