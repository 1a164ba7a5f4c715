import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Metrics } from '../../../shared/results.js';

/** Where the ELF header and a section header hold what is needed (System V ABI, "ELF Header" and "Sections"). */
interface Layout {
  sectionTable: number;
  entryBytes: number;
  count: number;
  /** Of one entry, and where its size lies. */
  entry: number;
  size: number;
  /** Bytes of an address or offset. */
  word: 4 | 8;
}

const LAYOUTS: Readonly<Record<number, Layout>> = {
  1: { sectionTable: 32, entryBytes: 46, count: 48, entry: 40, size: 20, word: 4 },
  2: { sectionTable: 40, entryBytes: 58, count: 60, entry: 64, size: 32, word: 8 },
};
const TYPE = 4;
const FLAGS = 8;
const HEADER_BYTES = 64;
const NOBITS = 8;
const [WRITE, ALLOC, EXECINSTR] = [1, 2, 4];

/** Numbers of one image, in its byte order. */
type Numbers = (at: number, bytes: 2 | 4 | 8) => number;

function numbersOf(bytes: Uint8Array, littleEndian: boolean): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (at, size) => {
    if (size === 2) return view.getUint16(at, littleEndian);
    return size === 4 ? view.getUint32(at, littleEndian) : Number(view.getBigUint64(at, littleEndian));
  };
}

/**
 * Sizes of an ELF image in bytes, as `size -B` of GNU binutils counts them: code and read-only data are text. Read
 * here, since an image is untrusted and a program confined to read it takes longer than the reading. Null where the
 * file is no ELF image, is cut off or has no section table.
 */
export function imageSize(elf: string): Metrics | null {
  const file = opened(elf);
  if (file === null) return null;
  try {
    const read = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      return readSync(file, buffer, 0, length, at) === length ? buffer : null;
    };
    const header = read(0, HEADER_BYTES);
    const layout = header?.toString('latin1', 0, 4) === '\x7fELF' ? LAYOUTS[header[4] ?? 0] : undefined;
    if (!header || !layout) return null;
    const little = header[5] === 1;
    const of = numbersOf(header, little);
    const count = of(layout.count, 2);
    if (count === 0 || of(layout.entryBytes, 2) !== layout.entry) return null;
    const at = of(layout.sectionTable, layout.word);
    const table = at < fstatSync(file).size ? read(at, count * layout.entry) : null;
    return table && sum(numbersOf(table, little), layout, count);
  } finally {
    closeSync(file);
  }
}

function opened(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch {
    return null; // not there, or not ours to read: of no size that can be told
  }
}

/** Source: binutils, size.c, `berkeley_or_gnu_sum`. */
function sum(of: Numbers, layout: Layout, count: number): Metrics {
  const total = { image_text_bytes: 0, image_data_bytes: 0, image_bss_bytes: 0 };
  for (let at = 0; at < count * layout.entry; at += layout.entry) {
    const flags = of(at + FLAGS, layout.word);
    const size = of(at + layout.size, layout.word);
    if ((flags & ALLOC) === 0) continue;
    if ((flags & EXECINSTR) !== 0 || (flags & WRITE) === 0) total.image_text_bytes += size;
    else if (of(at + TYPE, 4) === NOBITS) total.image_bss_bytes += size;
    else total.image_data_bytes += size;
  }
  return total;
}
