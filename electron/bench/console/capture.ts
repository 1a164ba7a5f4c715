import { mkdir } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Mark, MarkKind } from './marks.js';
import { openIndexedSegment, type SegmentWriter } from './segment-writer.js';
import { listSegments } from './segments.js';
import { dropOldest } from './size-bound.js';
import { writeProblem } from './write-all.js';

export interface CaptureOptions {
  /** Absolute; one folder for each port. A capture that is there already goes on where it ended. */
  folder: string;
  /** Size of the whole capture and of one segment; the oldest segments go. */
  capBytes: number;
  segmentBytes: number;
  /** Bytes are in the file (or, where `kept` is false, cannot be): called in the order in which they came. */
  onStored: (stored: Stored) => void;
  onMark: (mark: Mark) => void;
}

export interface Stored {
  bytes: Buffer;
  offset: number;
  kept: boolean;
  at: Moment;
}

/** When the host got it: its monotonic clock in ns, its wall clock in ms since 1970. */
export interface Moment {
  monotonicNs: bigint;
  wallMs: number;
}

export const now = (): Moment => ({ monotonicNs: process.hrtime.bigint(), wallMs: Date.now() });

/** Everything that one port said, on disk. Nothing here waits: what is appended is written in the order of the calls. */
export interface Capture {
  readonly folder: string;
  append(bytes: Buffer, at: Moment): void;
  mark(kind: MarkKind, text: string, count?: number): void;
  /** Offset behind the last byte that is in a file. */
  total(): number;
  /** Bytes that wait for the disk. */
  queued(): number;
  close(): Promise<void>;
}

type Entry = { bytes: Buffer; at: Moment } | { kind: MarkKind; text: string; count: number; at: Moment };
type Data = Extract<Entry, { bytes: Buffer }>;

/** Bytes and entries that one write takes at most. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ENTRIES = 512;
/** Bytes that come closer together than this share an index record. */
const SAME_MOMENT_NS = 2_000_000n;

/** Errors: DISK_FULL, HOME_UNWRITABLE where the folder cannot be made or the last segment not opened. */
export async function openCapture(options: CaptureOptions): Promise<Result<Capture>> {
  try {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    const last = listSegments(options.folder).at(-1);
    const segment = await openIndexedSegment(options.folder, last?.start ?? 0);
    return ok(captureInto(options, segment));
  } catch (error) {
    return fail(writeProblem(error, options.folder));
  }
}

function captureInto(options: CaptureOptions, first: SegmentWriter): Capture {
  let segment = first;
  let queue: Entry[] = [];
  let queued = 0;
  let pumping: Promise<void> | null = null;
  let missing = 0;

  const markHere = (kind: MarkKind, text: string, count: number, at: Moment): void => {
    const mark: Mark = { kind, offset: segment.end(), count, text, ...at };
    segment.note(mark);
    options.onMark(mark);
  };

  const rotate = async (): Promise<void> => {
    if (segment.size() < options.segmentBytes) return;
    const start = segment.end();
    const next = await openIndexedSegment(options.folder, start);
    await segment.close();
    segment = next;
    const dropped = await dropOldest(options.folder, options.capBytes);
    if (dropped > 0) markHere('cut', 'oldest dropped', dropped, now());
  };

  /** What a failed write left out is counted, and told where writing goes on. */
  const lose = (error: unknown, count: number): void => {
    if (missing === 0) markHere('gap', gapText(writeProblem(error, options.folder)), 0, now());
    missing += count;
  };

  const storeData = async (batch: readonly Data[]): Promise<void> => {
    const offset = segment.end();
    const { written, error } = await segment.write(batch.map((entry) => entry.bytes));
    if (written > 0 && missing > 0) {
      segment.note({ kind: 'gap', offset, count: missing, text: 'were not kept', ...now() });
      missing = 0;
    }
    let at = offset;
    let left = written;
    for (const entry of batch) {
      const fits = Math.min(left, entry.bytes.length);
      left -= fits;
      if (fits > 0) {
        segment.note({ kind: 'data', offset: at, count: fits, text: '', ...entry.at });
        options.onStored({ bytes: entry.bytes.subarray(0, fits), offset: at, kept: true, at: entry.at });
        at += fits;
      }
      if (fits < entry.bytes.length)
        options.onStored({ bytes: entry.bytes.subarray(fits), offset: at, kept: false, at: entry.at });
      queued -= entry.bytes.length;
    }
    if (error !== null) lose(error, batch.reduce((sum, { bytes }) => sum + bytes.length, 0) - written);
  };

  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      const head = queue[0];
      if (head && 'kind' in head) {
        queue.shift();
        markHere(head.kind, head.text, head.count, head.at);
      } else {
        await rotate().catch((error: unknown) => lose(error, 0));
        await storeData(takeData());
      }
      if (queue.length === 0) await segment.flush();
    }
    pumping = null;
  };

  /** The data in front of the queue, up to the next mark, as much as one write should take. */
  const takeData = (): Data[] => {
    const taken: Data[] = [];
    let size = 0;
    for (const entry of queue) {
      if ('kind' in entry || taken.length === BATCH_ENTRIES || size >= BATCH_BYTES) break;
      taken.push(entry);
      size += entry.bytes.length;
    }
    queue = queue.slice(taken.length);
    return taken;
  };

  const add = (entry: Entry): void => {
    queue.push(entry);
    pumping ??= pump();
  };

  return {
    folder: options.folder,
    append: (bytes, at) => {
      queued += bytes.length;
      const last = queue.at(-1);
      const joined = last && 'bytes' in last ? joinAdjacent(last, bytes, at) : null;
      if (joined) queue[queue.length - 1] = joined;
      else add({ bytes, at });
    },
    mark: (kind, text, count = 0) => add({ kind, text, count, at: now() }),
    total: () => segment.end(),
    queued: () => queued,
    close: async () => {
      await pumping;
      if (missing > 0)
        segment.note({ kind: 'gap', offset: segment.end(), count: missing, text: 'were not kept', ...now() });
      await segment.flush();
      await segment.close();
    },
  };
}

const gapText = (problem: Problem): string => (problem.code === 'DISK_FULL' ? 'disk full' : 'cannot write');

/** Bytes that lie behind one another in memory and came at one moment become one entry; null where they do not. */
function joinAdjacent(last: Data, bytes: Buffer, at: Moment): Data | null {
  const adjacent =
    last.bytes.buffer === bytes.buffer && last.bytes.byteOffset + last.bytes.length === bytes.byteOffset;
  if (!adjacent || at.monotonicNs - last.at.monotonicNs > SAME_MOMENT_NS) return null;
  if (last.bytes.length + bytes.length > BATCH_BYTES) return null;
  return {
    bytes: Buffer.from(last.bytes.buffer, last.bytes.byteOffset, last.bytes.length + bytes.length),
    at: last.at,
  };
}
