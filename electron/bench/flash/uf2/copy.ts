import { type FileHandle, open } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { UF2 } from '../../image/uf2.js';
import { UF2_PAYLOAD_BYTES } from '../../image/write-uf2.js';
import type { FlashOptions, WriteProblem } from '../flasher.js';
import { partly } from '../programming.js';

/** Written, and seen to be with the board, at once. */
const CHUNK_BLOCKS = 64;

export interface Copy {
  /** The new file on the bootloader's drive. */
  file: string;
  bytes: Uint8Array;
  /** Whether the drive is still there. */
  isThere: () => Promise<boolean>;
}

/**
 * Copies a UF2 file to a bootloader's drive, chunk by chunk, each acknowledged by the device (fsync). The last block goes
 * alone: before it the board cannot have taken the image, so that a drive that goes away before its acknowledgement is a
 * failure. Errors: FLASH_FAILURE with what was written.
 */
export async function copyUf2(
  { file, bytes, isThere }: Copy,
  options: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const blocks = bytes.length / UF2.blockBytes;
  const total = blocks * UF2_PAYLOAD_BYTES;
  let done = 0;
  const report = () => options.onProgress({ phase: 'write', done: done * UF2_PAYLOAD_BYTES, total });
  const failed = (message: string) =>
    fail(partly({ code: 'FLASH_FAILURE', where: file, message }, done * UF2_PAYLOAD_BYTES, total));
  report();
  try {
    const handle = await open(file, 'w');
    try {
      while (done < blocks) {
        if (options.signal.aborted) return failed('stopped');
        if (!(await isThere())) return failed('the drive of the board went away');
        const end = done < blocks - 1 ? Math.min(done + CHUNK_BLOCKS, blocks - 1) : blocks;
        await put(handle, bytes, done * UF2.blockBytes, end * UF2.blockBytes);
        done = end;
        report();
      }
      return ok(undefined);
    } finally {
      // the board may be gone by now: all was acknowledged, or the failure is told already
      await handle.close().catch(() => undefined);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return failed(`the drive of the board does not take it: ${why}`);
  }
}

async function put(handle: FileHandle, bytes: Uint8Array, from: number, to: number): Promise<void> {
  for (let at = from; at < to; ) at += (await handle.write(bytes, at, to - at, at)).bytesWritten;
  await handle.sync();
}
