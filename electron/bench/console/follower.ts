import { readRange } from './read-range.js';

/** A piece of the console as it came. */
export interface Heard {
  bytes: Buffer;
  offset: number;
  /** When it came; null for bytes that were read from the capture, whose index knows. */
  wallMs: number | null;
}

/** What was pushed, and what it offers about itself. */
interface Push {
  bytes: Buffer;
  offset: number;
  kept: boolean;
  wallMs: number;
}

/** Makes one stream of what is pushed and what must be fetched from the capture. */
export interface Follower {
  /** Where the stream begins: bytes before it are none of its business. */
  startAt(offset: number): void;
  onPush(push: Push): void;
  onKept(upTo: number): void;
  /** Resolves when all that is known of was heard. */
  idle(): Promise<void>;
}

const PIECE = 1024 * 1024;

export function createFollower(
  folder: string,
  hear: (heard: Heard) => Promise<void> | void,
  acknowledge: (bytes: number) => void,
): Follower {
  let next: number | null = null;
  let work: Promise<void> = Promise.resolve();

  /** Bytes that were dropped from the capture before this reader came to them are skipped: an index entry tells. */
  const fetchUpTo = async (end: number): Promise<void> => {
    while (next !== null && next < end) {
      const { bytes, offset } = await readRange(folder, next, Math.min(PIECE, end - next));
      if (bytes.length === 0) return;
      next = offset + bytes.length;
      await hear({ bytes, offset, wallMs: null });
    }
  };

  const takePush = async ({ bytes, offset, kept, wallMs }: Push): Promise<void> => {
    next ??= offset;
    if (kept) await fetchUpTo(offset);
    if (kept) next = offset + bytes.length;
    await hear({ bytes, offset, wallMs });
    acknowledge(bytes.length);
  };

  const queue = (task: () => Promise<void>): void => {
    work = work.then(task);
  };
  return {
    startAt: (offset) => {
      next ??= offset;
    },
    onPush: (push) => queue(() => takePush(push)),
    onKept: (upTo) => queue(() => fetchUpTo(upTo)),
    idle: () => work,
  };
}
