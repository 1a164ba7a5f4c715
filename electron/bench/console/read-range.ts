import { open } from 'node:fs/promises';
import { listSegments } from './segments.js';

/**
 * Bytes of a capture from `offset` on: at least one where there are any, at most `length`, of one segment. Where the
 * oldest were dropped, those that follow; `offset` says where they begin.
 *
 * @throws Error of the file system
 */
export async function readRange(
  folder: string,
  offset: number,
  length: number,
): Promise<{ offset: number; bytes: Buffer }> {
  const segment = listSegments(folder).find(({ start, size }) => start + size > offset);
  if (!segment) return { offset, bytes: Buffer.alloc(0) };
  const from = Math.max(offset, segment.start);
  const bytes = Buffer.allocUnsafe(Math.min(length, segment.start + segment.size - from));
  const file = await open(segment.raw, 'r');
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from - segment.start);
    return { offset: from, bytes: bytes.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}
