import { hexRow } from './hex.js';
import { readRange } from './read-range.js';
import { listSegments } from './segments.js';

const WIDTH = 16;

/** Rows of 16 bytes of what is left of a capture, `from` counts from the oldest. Throws: Error of the file system. */
export async function hexRowsAt(folder: string, from: number, count: number): Promise<string[]> {
  const start = (listSegments(folder)[0]?.start ?? 0) + from * WIDTH;
  const bytes = await readAll(folder, start, count * WIDTH);
  return Array.from({ length: Math.ceil(bytes.length / WIDTH) }, (_, row) =>
    hexRow(bytes.subarray(row * WIDTH, (row + 1) * WIDTH), start + row * WIDTH),
  );
}

/** As many of the bytes as there are, over segments. */
async function readAll(folder: string, start: number, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = length;
  while (left > 0) {
    const { bytes } = await readRange(folder, start + length - left, left);
    if (bytes.length === 0) break;
    parts.push(bytes);
    left -= bytes.length;
  }
  return Buffer.concat(parts);
}
