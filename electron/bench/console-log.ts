import { closeSync, openSync, writeSync } from 'node:fs';

const TAIL_BYTES = 500;

export interface ConsoleLog {
  file: string;
  /** Takes what fits below the limit: in the file when this returns, then with the listener. Gives what it took. */
  append(chunk: Uint8Array): Uint8Array;
  /** The listener gets everything from the first byte on. */
  listen(listener: (bytes: Uint8Array) => void): void;
  /**
   * To be called once the session is over.
   *
   * @throws Error of the file system, where a write failed (disk full): what is in the file is not the whole then
   */
  assertWhole(): void;
  /** The last things said, for messages. */
  lastWords(): string;
  close(): void;
}

/** Raw console bytes of one session, appended to `file` as they come, at most `maxBytes`. */
export function openConsoleLog(file: string, maxBytes: number): ConsoleLog {
  const descriptor = openSync(file, 'a');
  /** What came before there was a listener. */
  let early: Uint8Array[] = [];
  let tail = Buffer.alloc(0);
  let room = maxBytes;
  let listener: (bytes: Uint8Array) => void = (bytes) => early.push(bytes);
  let open = true;
  let failure: unknown = null;
  /** Called from a stream's events, where nobody would catch; nothing is taken after a failed write. */
  const write = (bytes: Uint8Array): boolean => {
    try {
      writeSync(descriptor, bytes);
      return true;
    } catch (error) {
      failure = error;
      room = 0;
      return false;
    }
  };
  return {
    file,
    append: (chunk) => {
      const fitting = chunk.subarray(0, open ? room : 0);
      if (fitting.length === 0) return fitting;
      if (!write(fitting)) return chunk.subarray(0, 0);
      room -= fitting.length;
      tail = Buffer.concat([tail, fitting]).subarray(-TAIL_BYTES);
      listener(fitting);
      return fitting;
    },
    listen: (next) => {
      for (const chunk of early) next(chunk);
      early = [];
      listener = next;
    },
    assertWhole: () => {
      if (failure !== null) throw failure;
    },
    lastWords: () => tail.toString().trim(),
    close: () => {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}
