import { closeSync, openSync, readSync } from 'node:fs';
import { type Gaps, NO_GAPS } from '../../../../shared/ipc/console-view.js';
import { upperBound } from '../lines.js';
import type { Moment } from '../marks.js';
import { decodeMark, type Mark, RECORD } from '../marks.js';
import { listSegments } from '../segments.js';

/** What the index of a capture tells, read once from its beginning on. */
export interface Timeline {
  /** Looks at the files again, where everything in them was read before. */
  refresh(): void;
  /** When the byte at `offset` came; null where the index does not know. Offsets do not fall from call to call. */
  advance(offset: number): Moment | null;
  /** What happened from offset `from` to below `to`, oldest first; of the part that was advanced over. */
  eventsIn(from: number, to: number): Mark[];
  /** Gaps since the port was opened, and just before. */
  gaps(): Gaps;
  /** How often the oldest bytes were dropped. */
  cuts(): number;
}

/** Events that are kept: the oldest go. */
const MOST_EVENTS = 20_000;

/** @throws Error of the file system, later, from `advance` */
export function createTimeline(folder: string): Timeline {
  const records = createRecords(folder);
  let events: Mark[] = [];
  let offsets: number[] = [];
  let gaps = NO_GAPS;
  let cuts = 0;
  let last: Moment | null = null;

  const note = (mark: Mark): void => {
    if (mark.kind === 'open') gaps = { ...NO_GAPS, unwatched: unwatchedBy(events.at(-1)) };
    if (mark.kind === 'gap') gaps = { ...gaps, count: gaps.count + 1, bytes: gaps.bytes + mark.count };
    events.push(mark);
    offsets.push(mark.offset);
    if (mark.kind === 'cut') cuts += 1;
    if (events.length < 2 * MOST_EVENTS) return;
    events = events.slice(-MOST_EVENTS);
    offsets = offsets.slice(-MOST_EVENTS);
  };

  return {
    refresh: records.refresh,
    advance: (offset) => {
      for (let next = records.peek(); next && next.offset <= offset; next = records.peek()) {
        records.skip();
        last = next;
        if (next.kind !== 'data') note(next);
      }
      return last;
    },
    eventsIn: (from, to) => events.slice(upperBound(offsets, from - 1), upperBound(offsets, to - 1)),
    gaps: () => gaps,
    cuts: () => cuts,
  };
}

/** What was noted just before the port was opened. */
const unwatchedBy = (before: Mark | undefined): Gaps['unwatched'] =>
  before?.kind === 'unwatched' ? { from: before.count, to: before.wallMs } : null;

const PIECE = 4096 * RECORD;

/** The records of an index, one after the other, over its segments and as they come. */
function createRecords(folder: string): { refresh(): void; peek(): Mark | undefined; skip(): void } {
  let segment = -1;
  let position = 0;
  let waiting: Mark[] = [];
  let at = 0;
  let dry = false;

  const refill = (): void => {
    for (const { start, index } of listSegments(folder)) {
      if (start < segment) continue;
      const from = start === segment ? position : 0;
      const marks = readMarks(index, from);
      if (marks.length === 0) continue;
      segment = start;
      position = from + marks.length * RECORD;
      waiting = marks.filter((mark) => mark !== null);
      at = 0;
      return;
    }
    dry = true;
  };

  return {
    refresh: () => {
      dry = false;
    },
    peek: () => {
      if (at === waiting.length && !dry) refill();
      return waiting[at];
    },
    skip: () => {
      at += 1;
    },
  };
}

function readMarks(index: string, position: number): (Mark | null)[] {
  const bytes = Buffer.allocUnsafe(PIECE);
  const file = openSync(index, 'r');
  try {
    const length = readSync(file, bytes, 0, PIECE, position);
    return Array.from({ length: Math.floor(length / RECORD) }, (_, i) =>
      decodeMark(bytes.subarray(i * RECORD, (i + 1) * RECORD)),
    );
  } finally {
    closeSync(file);
  }
}
