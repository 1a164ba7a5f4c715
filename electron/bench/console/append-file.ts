import { type FileHandle, open } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { writeAll, writeProblem } from './write-all.js';

/** A file that is written behind the caller's back, in order. */
export interface AppendFile {
  readonly file: string;
  append(bytes: Uint8Array): void;
  /** Bytes that wait for the disk. */
  queued(): number;
  /** Resolves with the file's size once everything is written, and closes it. */
  close(): Promise<number>;
}

/** Makes `file` anew, or goes on at its end. `onFailure` is told once; nothing is written after it. `onWritten` follows each write. */
export async function openAppendFile(
  file: string,
  mode: 'new' | 'append',
  events: { onWritten: () => void; onFailure: (problem: Problem) => void },
): Promise<Result<AppendFile>> {
  try {
    return ok(appendTo(await open(file, mode === 'new' ? 'w' : 'a'), file, events));
  } catch (error) {
    return fail(writeProblem(error, file));
  }
}

function appendTo(
  handle: FileHandle,
  file: string,
  events: { onWritten: () => void; onFailure: (problem: Problem) => void },
): AppendFile {
  let queue: Uint8Array[] = [];
  let queued = 0;
  let size = 0;
  let broken = false;
  let pumping: Promise<void> | null = null;

  const pump = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      const { written, error } = broken ? { written: 0, error: null } : await writeAll(handle, batch);
      size += written;
      queued -= batch.reduce((sum, bytes) => sum + bytes.length, 0);
      if (error !== null) {
        broken = true;
        events.onFailure(writeProblem(error, file));
      }
      events.onWritten();
    }
    pumping = null;
  };

  return {
    file,
    append: (bytes) => {
      queue.push(bytes);
      queued += bytes.length;
      pumping ??= pump();
    },
    queued: () => queued,
    close: async () => {
      await pumping;
      await handle.close();
      return size;
    },
  };
}
