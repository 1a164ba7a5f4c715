import { rm } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { createCaptureQueue, type Data, sizeOf } from './capture-queue.js';
import { type Mark, type MarkKind, type Moment, now } from './marks.js';
import { timeAt } from './moments.js';
import { type OwnFolder, ownFolder } from './own-folder.js';
import { openIndexedSegment, type SegmentWriter } from './segment-writer.js';
import { listSegments } from './segments.js';
import { writeProblem } from './write-all.js';

export interface CaptureOptions {
  /** Absolute; one folder for each port, see `ownFolder`. A capture that is there already goes on where it ended. */
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

/** Everything that one port said, on disk. Nothing here waits: what is appended is written in the order of the calls. */
export interface Capture {
  /** Where it is indeed. */
  readonly folder: string;
  append(bytes: Buffer, at: Moment): void;
  mark(kind: MarkKind, text: string, count?: number): void;
  /** Offset behind the last byte that is in a file. */
  total(): number;
  /** Bytes that wait for the disk. */
  queued(): number;
  close(): Promise<void>;
}

/** Errors: DISK_FULL, HOME_UNWRITABLE where the folder cannot be made or the last segment not opened. */
export async function openCapture(options: CaptureOptions): Promise<Result<Capture>> {
  let own: OwnFolder | null = null;
  try {
    own = ownFolder(options.folder);
    const start = listSegments(own.folder).at(-1)?.start ?? 0;
    const segment = await openIndexedSegment(own.folder, start);
    const capture = captureInto({ ...options, folder: own.folder }, segment, own.release);
    const last = own.wasLeft ? timeAt(own.folder, segment.end()) : null;
    if (last !== null) capture.mark('unwatched', '', last);
    return ok(capture);
  } catch (error) {
    own?.release();
    const problem = writeProblem(error, options.folder);
    return fail(problem.code === 'DISK_FULL' ? problem : { ...problem, next: ELSEWHERE });
  }
}

const ELSEWHERE = 'make it a writable folder, or set BENCHLOOP_HOME to another one';

function captureInto(options: CaptureOptions, first: SegmentWriter, release: () => void): Capture {
  let segment = first;
  const queue = createCaptureQueue();
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

  const noteMissing = (offset: number): void => {
    if (missing > 0) segment.note({ kind: 'gap', offset, count: missing, text: 'were not kept', ...now() });
    missing = 0;
  };

  const storeData = async (batch: readonly Data[]): Promise<void> => {
    const offset = segment.end();
    const { written, error } = await segment.write(batch.map((entry) => entry.bytes));
    if (written > 0) noteMissing(offset);
    deliver(batch, offset, written);
    queue.done(batch);
    if (error !== null) lose(error, sizeOf(batch) - written);
  };

  /** Of the batch so many bytes are in the file, from `offset` on. */
  const deliver = (batch: readonly Data[], offset: number, written: number): void => {
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
    }
  };

  const pump = async (): Promise<void> => {
    for (let next = queue.take(); next !== null; next = queue.take()) {
      if ('kind' in next) {
        markHere(next.kind, next.text, next.count, next.at);
      } else {
        await rotate().catch((error: unknown) => lose(error, 0));
        await storeData(next);
      }
      if (queue.isEmpty()) await segment.flush();
    }
    pumping = null;
  };
  const start = (): void => {
    pumping ??= pump();
  };

  return {
    folder: options.folder,
    append: (bytes, at) => {
      queue.addData({ bytes, at });
      start();
    },
    mark: (kind, text, count = 0) => {
      queue.addNote({ kind, text, count, at: now() });
      start();
    },
    total: () => segment.end(),
    queued: () => queue.bytes(),
    close: async () => {
      await pumping;
      noteMissing(segment.end());
      await segment.flush();
      await segment.close();
      release();
    },
  };
}

const gapText = (problem: Problem): string => (problem.code === 'DISK_FULL' ? 'disk full' : 'cannot write');

/** Removes the oldest segments until the capture fits; never the newest. Returns the bytes that went. */
async function dropOldest(folder: string, capBytes: number): Promise<number> {
  const segments = listSegments(folder);
  let total = segments.reduce((sum, segment) => sum + segment.size, 0);
  let dropped = 0;
  for (const segment of segments.slice(0, -1)) {
    if (total <= capBytes) break;
    await rm(segment.raw, { force: true });
    await rm(segment.index, { force: true });
    total -= segment.size;
    dropped += segment.size;
  }
  return dropped;
}
