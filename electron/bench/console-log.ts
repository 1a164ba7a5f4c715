import { closeSync, openSync, writeSync } from 'node:fs';

export interface ConsoleLog {
  file: string;
  /** Takes what fits below the limit: in the file when this returns, then with the listener. Gives what it took. */
  append(chunk: Uint8Array): Uint8Array;
  /** The listener gets everything from the first byte on. */
  listen(listener: (bytes: Uint8Array) => void): void;
  /** Its last line or so, for messages. */
  lastWords(): string;
  close(): void;
}

/** Raw console bytes of one session, appended to `file` as they come, at most `maxBytes`. */
export function openConsoleLog(file: string, maxBytes: number): ConsoleLog {
  const descriptor = openSync(file, 'a');
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  let listener: ((bytes: Uint8Array) => void) | undefined;
  let open = true;
  return {
    file,
    append: (chunk) => {
      const fitting = chunk.subarray(0, open ? room : 0);
      if (fitting.length === 0) return fitting;
      room -= fitting.length;
      writeSync(descriptor, fitting);
      chunks.push(fitting);
      listener?.(fitting);
      return fitting;
    },
    listen: (next) => {
      for (const chunk of chunks) next(chunk);
      listener = next;
    },
    lastWords: () => Buffer.concat(chunks.slice(-8)).subarray(-500).toString().trim(),
    close: () => {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}
