import type { MarkKind, Moment } from './marks.js';

export interface Data {
  bytes: Buffer;
  at: Moment;
}

interface Note {
  kind: MarkKind;
  text: string;
  count: number;
  at: Moment;
}

/** What waits for the disk, in the order in which it came. */
export interface CaptureQueue {
  addData(data: Data): void;
  addNote(note: Note): void;
  /** A note, or the data up to the next one, as much as one write should take; null where nothing waits. */
  take(): Note | Data[] | null;
  /** What was taken is where it belongs. */
  done(taken: readonly Data[]): void;
  isEmpty(): boolean;
  /** Bytes that wait, and those that were taken and are not done. */
  bytes(): number;
}

/** Bytes and entries that one write takes at most. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_ENTRIES = 512;
/** Bytes that come closer together than this share an index record. */
const SAME_MOMENT_NS = 2_000_000n;

export function createCaptureQueue(): CaptureQueue {
  let queue: (Data | Note)[] = [];
  let bytes = 0;
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
  return {
    addData: (data) => {
      bytes += data.bytes.length;
      const last = queue.at(-1);
      const joined = last && 'bytes' in last ? joinAdjacent(last, data) : null;
      if (joined) queue[queue.length - 1] = joined;
      else queue.push(data);
    },
    addNote: (note) => queue.push(note),
    take: () => {
      const [head] = queue;
      if (head === undefined) return null;
      if ('bytes' in head) return takeData();
      queue.shift();
      return head;
    },
    done: (taken) => {
      bytes -= sizeOf(taken);
    },
    isEmpty: () => queue.length === 0,
    bytes: () => bytes,
  };
}

/** Bytes of several pieces. */
export const sizeOf = (pieces: readonly Pick<Data, 'bytes'>[]): number =>
  pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);

/** Bytes that lie behind one another in memory and came at one moment become one entry; null where they do not. */
function joinAdjacent({ bytes, at }: Data, next: Data): Data | null {
  const adjacent =
    bytes.buffer === next.bytes.buffer && bytes.byteOffset + bytes.length === next.bytes.byteOffset;
  if (!adjacent || next.at.monotonicNs - at.monotonicNs > SAME_MOMENT_NS) return null;
  const length = bytes.length + next.bytes.length;
  return length > BATCH_BYTES ? null : { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, length), at };
}
