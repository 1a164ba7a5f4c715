import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { decodeMark, type Mark, type Moment, RECORD } from './marks.js';
import { listSegments, type Segment } from './segments.js';

/** When the byte at `offset` came, ms since 1970; null where no index knows it. Reads a few records, not the file. */
export const timeAt = (folder: string, offset: number): number | null =>
  momentAt(folder, offset)?.wallMs ?? null;

/** When the byte at `offset` came, by both clocks; null where no index knows it. */
export function momentAt(folder: string, offset: number): Moment | null {
  const segment = listSegments(folder).findLast(({ start }) => start <= offset);
  return segment ? lastRecord(segment, (mark) => mark.offset <= offset) : null;
}

/** The offset of the first byte that came at `wallMs` or later; null where none did. */
export function offsetAt(folder: string, wallMs: number): number | null {
  for (const segment of listSegments(folder)) {
    const before = lastRecord(segment, (mark) => mark.wallMs < wallMs);
    const end = before ? before.offset + (before.kind === 'data' ? before.count : 0) : segment.start;
    if (end < segment.start + segment.size) return end;
  }
  return null;
}

/** What happened besides bytes: openings, gaps, hand-overs, unplugging; oldest first, the last `most` of them. */
export function readMarks(folder: string, most: number): Mark[] {
  const marks: Mark[] = [];
  for (const segment of listSegments(folder).reverse()) {
    const found = recordsOf(segment).filter((mark) => mark.kind !== 'data');
    marks.unshift(...found.slice(-(most - marks.length)));
    if (marks.length >= most) break;
  }
  return marks;
}

function recordsOf({ index }: Segment): Mark[] {
  const bytes = readFileSync(index);
  const marks: Mark[] = [];
  for (let at = 0; at + RECORD <= bytes.length; at += RECORD) {
    const mark = decodeMark(bytes.subarray(at, at + RECORD));
    if (mark) marks.push(mark);
  }
  return marks;
}

/** The last record for which `holds`, which holds for all records before one for which it holds. */
function lastRecord({ index }: Segment, holds: (mark: Mark) => boolean): Mark | null {
  const file = openSync(index, 'r');
  try {
    let found: Mark | null = null;
    let low = 0;
    let high = Math.floor(statSync(index).size / RECORD);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const record = Buffer.alloc(RECORD);
      readSync(file, record, 0, RECORD, middle * RECORD);
      const mark = decodeMark(record);
      if (mark && holds(mark)) {
        found = mark;
        low = middle + 1;
      } else high = middle;
    }
    return found;
  } finally {
    closeSync(file);
  }
}
