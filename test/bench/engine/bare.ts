import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

/** A file that grows: what a durable write of so many bytes costs without anything of ours. */
export function bareFile(dir: string) {
  const file = openSync(path.join(dir, 'bare'), 'w');
  return {
    /** Time of one write and fdatasync(2), ms. */
    write: (bytes: number): number => {
      const block = Buffer.alloc(bytes, 1);
      const start = performance.now();
      writeSync(file, block);
      fdatasyncSync(file);
      return performance.now() - start;
    },
    close: () => closeSync(file),
  };
}
