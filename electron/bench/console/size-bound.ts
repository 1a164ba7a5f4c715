import { rm } from 'node:fs/promises';
import { listSegments } from './segments.js';

/** Removes the oldest segments until the capture fits; never the newest. Returns the bytes that went. */
export async function dropOldest(folder: string, capBytes: number): Promise<number> {
  const segments = listSegments(folder);
  let total = segments.reduce((sum, segment) => sum + segment.size, 0);
  let dropped = 0;
  for (const segment of segments.slice(0, -1)) {
    if (total <= capBytes) break;
    await rm(segment.raw, { force: true });
    await rm(segment.index, { force: true });
    total -= segment.size;
    dropped += segment.size;
  }
  return dropped;
}
