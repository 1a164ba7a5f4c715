import type { FileHandle } from 'node:fs/promises';
import type { Problem } from '../../../shared/problem.js';

/** Appends the buffers in order. On an error (disk full) says how many bytes the file took all the same. */
export async function writeAll(
  handle: FileHandle,
  buffers: readonly Uint8Array[],
): Promise<{ written: number; error: unknown }> {
  let written = 0;
  let rest = buffers.filter((buffer) => buffer.length > 0);
  try {
    while (rest.length > 0) {
      const { bytesWritten } = await handle.writev(rest);
      written += bytesWritten;
      rest = without(rest, bytesWritten);
    }
    return { written, error: null };
  } catch (error) {
    return { written, error };
  }
}

/** What is left of the buffers behind their first `count` bytes. */
function without(buffers: readonly Uint8Array[], count: number): Uint8Array[] {
  let skip = count;
  return buffers.flatMap((buffer) => {
    const dropped = Math.min(skip, buffer.length);
    skip -= dropped;
    return dropped === buffer.length ? [] : [buffer.subarray(dropped)];
  });
}

/** A failed write in words. */
export function writeProblem(error: unknown, file: string): Problem {
  const message = error instanceof Error ? error.message : String(error);
  if (/ENOSPC|EDQUOT/.test(message))
    return {
      code: 'DISK_FULL',
      message: 'the disk is full: what the device says is not kept',
      where: file,
      next: 'free some space',
    };
  return {
    code: 'HOME_UNWRITABLE',
    message: `cannot write: ${message}`,
    where: file,
    next: 'make the folder writable',
  };
}
