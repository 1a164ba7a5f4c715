import { statfsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '../../../shared/problem.js';

/** Between two looks at the free space, ms. */
const LOOK_MS = 250;

/** Of what is free at the start, so much at most: the journal needs room too. */
const SHARE = 0.75;

/** The clock of a file system may lag behind that of the process by a tick of the kernel, ms. */
const CLOCK_LAG_MS = 20;

/** `st_blocks` counts these, whatever the file system's own are (stat(2)). */
const BLOCK_BYTES = 512;

/** What a program has written too much so far: DISK_FULL; null where it has not. */
export type Look = () => Promise<Problem | null>;

/**
 * Prepares to look at what a program will write; to be called before it starts. The free space of the file system is
 * asked, which costs microseconds; files are counted only where so much of it has gone that the program may have
 * written too much, as others write there too.
 *
 * @param folders where it may write; the first one's file system is asked
 * @param maxBytes most that it may write there; never more than three quarters of what is free
 */
export function lookout(folders: readonly [string, ...string[]], maxBytes: number): Look {
  const begunMs = Date.now() - CLOCK_LAG_MS;
  const free = freeBytes(folders[0]);
  const allowed = Math.min(maxBytes, Math.floor(free * SHARE));
  let unsuspicious = allowed;
  return async () => {
    const gone = free - freeBytes(folders[0]);
    if (!(gone > unsuspicious)) return null;
    const written = await writtenSince(begunMs, folders);
    if (written > allowed) return overrun(folders[0], allowed, maxBytes);
    unsuspicious = gone + allowed - written;
    return null;
  };
}

/**
 * Looks from time to time while a program runs, and once more at its end.
 *
 * @param onOverrun told once, while it runs
 * @returns ends the watch, and tells what was found
 */
export function watchDisk(look: Look, onOverrun: () => void): Look {
  const over = new AbortController();
  const watch = async (): Promise<Problem | null> => {
    while (await pause(over.signal)) {
      const found = await look();
      if (found === null) continue;
      onOverrun();
      return found;
    }
    return null;
  };
  const watching = watch();
  return async () => {
    over.abort();
    return (await watching) ?? look();
  };
}

const pause = (signal: AbortSignal): Promise<boolean> => delay(LOOK_MS, true, { signal }).catch(() => false);

/** NaN, of which nothing follows, where the program has removed the folder. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}

/** What the files take up, in bytes, that were changed since then (ms since 1970). */
async function writtenSince(begunMs: number, folders: readonly (string | Buffer)[]): Promise<number> {
  let bytes = 0;
  for (const folder of folders) {
    const at = (name: Buffer) => Buffer.concat([Buffer.from(folder), Buffer.from(sep), name]);
    const entries = (await unlessGone(readdir(folder, { withFileTypes: true, encoding: 'buffer' }))) ?? [];
    const inside = entries.filter((entry) => entry.isDirectory()).map(({ name }) => at(name));
    bytes += await writtenSince(begunMs, inside);
    for (const entry of entries.filter((entry) => entry.isFile())) {
      const file = await unlessGone(lstat(at(entry.name)));
      if (file !== null && file.ctimeMs >= begunMs) bytes += file.blocks * BLOCK_BYTES;
    }
  }
  return bytes;
}

/** A program that runs makes and removes files; what is gone, or shut to us, counts as nothing. */
const unlessGone = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null);

const overrun = (where: string, allowed: number, maxBytes: number): Problem =>
  allowed === maxBytes
    ? {
        code: 'DISK_FULL',
        message: `a program was ended: it wrote more than ${maxBytes} bytes`,
        where,
        next: 'find out what it writes so much of, or raise build.maxWrittenBytes in the task file',
      }
    : {
        code: 'DISK_FULL',
        message: `a program was ended: it wrote more than ${allowed} bytes, three quarters of what was free on the disk`,
        where,
        next: 'free disk space, and start again',
      };
