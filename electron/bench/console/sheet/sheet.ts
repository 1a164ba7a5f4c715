import { createLineIndex, type Line } from '../lines.js';
import type { Timeline } from './timeline.js';

/** One capture of a sheet. */
export interface Source {
  folder: string;
  timeline: Timeline;
}

export interface SheetLine extends Omit<Line, 'number'> {
  /** Number of its source. */
  source: number;
}

/** Lines of captures as rows, made as far as there was time. */
export interface LineSheet {
  /** Takes in some of what came; false where there is more. */
  grow(): boolean;
  rows(): number;
  /** Oldest lines that are no rows any more, for want of disk space: their numbers went to those that follow. */
  leftOut(): number;
  lines(from: number, count: number): SheetLine[];
  /** The row of the byte at `offset` of a source: of its last line that is shown and begins before it. */
  rowAt(source: number, offset: number): number;
  close(): void;
}

/** What one `grow` looks at, MiB: some 10 ms. */
const GROW_MIB = 8;

/** Every line of one capture, whatever its size: only each 256th is remembered. */
export function plainSheet({ folder, timeline }: Source): LineSheet {
  const index = createLineIndex(folder);
  let rows = 0;
  return {
    grow: () => {
      rows = index.update(GROW_MIB);
      timeline.refresh();
      timeline.advance(Number.POSITIVE_INFINITY);
      return index.whole();
    },
    rows: () => rows,
    leftOut: () => 0,
    lines: (from, count) => index.slice(from, count).map((line) => ({ ...line, source: 0 })),
    rowAt: (_source, offset) => index.lineAt(offset),
    close: () => undefined,
  };
}
