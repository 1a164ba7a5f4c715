import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * A capture is a folder of segments. Each is a raw file, bytes exactly as they came, and an index (`marks.ts`); both are
 * named by the offset of the segment's first byte: `000000000000.raw`, `000000000000.idx`. Files only ever grow; the
 * oldest segments go when the capture reaches its bound.
 */
export interface Segment {
  start: number;
  /** Bytes of the raw file. */
  size: number;
  raw: string;
  index: string;
}

const DIGITS = 15;

export function segmentAt(folder: string, start: number, size = 0): Segment {
  const base = path.join(folder, String(start).padStart(DIGITS, '0'));
  return { start, size, raw: `${base}.raw`, index: `${base}.idx` };
}

/** The segments that are there, oldest first; none where the folder does not exist. */
export function listSegments(folder: string): Segment[] {
  const names = readdirSync(folder).filter((name) => /^\d+\.raw$/.test(name));
  return names
    .map((name) => segmentAt(folder, Number.parseInt(name, 10), sizeOf(path.join(folder, name))))
    .sort((a, b) => a.start - b.start);
}

/** Offsets of the first byte that is there and behind the last one. */
export function extentOf(folder: string): { start: number; end: number } {
  const segments = listSegments(folder);
  const last = segments.at(-1);
  return { start: segments[0]?.start ?? 0, end: last ? last.start + last.size : 0 };
}

/** 0 for a file that was dropped meanwhile. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
