import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Blocks of as many numbers each, in a file. */
export interface Spill {
  /** Appends a block. False where the disk does not take it: no block is there any more then. */
  add(block: Float64Array): boolean;
  count(): number;
  read(number: number): Float64Array | undefined;
  close(): void;
}

/**
 * Blocks in a file that has no name: it is gone with this process, whatever ends it.
 *
 * @param folder on the disk that is to hold them
 * @param numbers in a block
 */
export function createSpill(folder: string, numbers: number): Spill {
  const bytes = numbers * Float64Array.BYTES_PER_ELEMENT;
  let file: number | null = null;
  let count = 0;
  let failed = false;
  let last: { number: number; block: Float64Array } | null = null;

  const close = (): void => {
    if (file !== null) closeSync(file);
    [file, count, last] = [null, 0, null];
  };
  return {
    add: (block) => {
      if (failed) return false;
      try {
        file ??= openNameless(folder);
        writeWhole(file, Buffer.from(block.buffer, block.byteOffset, bytes), count * bytes);
        count += 1;
      } catch {
        // Full or read-only: it is tried no more, and the caller says what is left out.
        failed = true;
        close();
      }
      return !failed;
    },
    count: () => count,
    read: (number) => {
      if (file === null || number >= count) return undefined;
      if (last?.number !== number) {
        const block = new Float64Array(numbers);
        readSync(file, block, 0, bytes, number * bytes);
        last = { number, block };
      }
      return last.block;
    },
    close,
  };
}

/** What is open can be removed, on Windows too (libuv opens with FILE_SHARE_DELETE). */
function openNameless(folder: string): number {
  const name = path.join(folder, `${randomUUID()}.rows`);
  const file = openSync(name, 'wx+', 0o600);
  rmSync(name);
  return file;
}

function writeWhole(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
