import { open } from 'node:fs/promises';
import { encodeMark, type Mark, RECORD } from './marks.js';
import { segmentAt } from './segments.js';
import { writeAll } from './write-all.js';

/** The segment that grows: its raw file and its index. */
export interface SegmentWriter {
  /** Bytes of the raw file. */
  size(): number;
  /** Offset behind its last byte, from the beginning of the capture. */
  end(): number;
  write(buffers: readonly Uint8Array[]): Promise<{ written: number; error: unknown }>;
  /** Remembers an entry of the index until `flush`. */
  note(mark: Mark): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Index entries that wait while the disk is full; older ones are the more useful ones, so that later ones go. */
const MAX_WAITING = 4096;

/**
 * Opens the segment that starts at `start`, which may be there already. A crash may have left half an index record: it
 * is cut off.
 *
 * @throws Error of the file system
 */
export async function openIndexedSegment(folder: string, start: number): Promise<SegmentWriter> {
  const { raw, index } = segmentAt(folder, start);
  const bytes = await open(raw, 'a', 0o600);
  const marks = await open(index, 'a', 0o600);
  let size = (await bytes.stat()).size;
  const indexed = (await marks.stat()).size;
  if (indexed % RECORD !== 0) await marks.truncate(indexed - (indexed % RECORD));
  let waiting: Buffer[] = [];

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const records = Buffer.concat(waiting);
    waiting = [];
    const { written, error } = await writeAll(marks, [records]);
    if (error === null) return;
    const whole = written - (written % RECORD);
    if (whole !== written) await marks.truncate((await marks.stat()).size - (written - whole));
    waiting = [records.subarray(whole), ...waiting];
  };

  return {
    size: () => size,
    end: () => start + size,
    write: async (buffers) => {
      const done = await writeAll(bytes, buffers);
      size += done.written;
      if (waiting.length >= MAX_WAITING / 8) await flush();
      return done;
    },
    note: (mark) => {
      if (waiting.length < MAX_WAITING) waiting.push(encodeMark(mark));
    },
    flush,
    close: async () => {
      await flush();
      await bytes.close();
      await marks.close();
    },
  };
}
