import { readTexts } from './lines.js';
import type { Moment } from './marks.js';
import { extentOf } from './segments.js';
import type { Clock } from './sheet/clock.js';
import { createTimeline } from './sheet/timeline.js';

export interface PortCapture {
  port: string;
  /** Of its capture. */
  folder: string;
}

export interface PortLine {
  port: string;
  /** Of its first byte, in the capture. */
  offset: number;
  text: string;
  /** When its first byte came; null where the index does not know. */
  came: Moment | null;
}

/** Chooses among lines. */
export type Accepts = (lines: readonly string[]) => boolean[];

export interface Merging {
  accepts: Accepts;
  clock: Clock;
  /** So many bytes more of a capture were looked at. */
  onRead: (bytes: number) => void;
}

/** Of one capture, what is judged at a time: bytes, and what each line counts beside them. */
const BATCH_BYTES = 512 * 1024;
const LINE_BYTES = 64;

/**
 * The lines of several captures that are accepted, in the order in which they came: as far as the captures go now,
 * whatever comes meanwhile. A few batches are in memory.
 *
 * @throws Error of the file system
 */
export function* mergedLines(
  captures: readonly PortCapture[],
  { accepts, clock, onRead }: Merging,
): Generator<PortLine> {
  const lanes = captures.map((capture) => {
    const lines = acceptedLines(batches(capture, onRead), accepts);
    return { lines, next: lines.next() };
  });
  const keyOf = ({ next }: (typeof lanes)[number]): number =>
    next.done ? Number.POSITIVE_INFINITY : next.value.came ? clock.key(next.value.came) : 0;
  for (;;) {
    const first = lanes.reduce((a, b) => (keyOf(b) < keyOf(a) ? b : a));
    if (first.next.done) return;
    yield first.next.value;
    first.next = first.lines.next();
  }
}

function* acceptedLines(batches: Iterable<PortLine[]>, accepts: Accepts): Generator<PortLine> {
  for (const lines of batches) {
    const chosen = accepts(lines.map(({ text }) => text));
    yield* lines.filter((_, i) => chosen[i]);
  }
}

function* batches({ port, folder }: PortCapture, onRead: Merging['onRead']): Generator<PortLine[]> {
  const { start, end } = extentOf(folder);
  const timeline = createTimeline(folder);
  let batch: PortLine[] = [];
  let size = 0;
  let told = start;
  for (const { offset, text } of readTexts(folder, 0)) {
    if (offset >= end) break;
    batch.push({ port, offset, text, came: timeline.advance(offset) });
    size += text.length + LINE_BYTES;
    if (size < BATCH_BYTES) continue;
    yield batch;
    onRead(offset - told);
    [batch, size, told] = [[], 0, offset];
  }
  yield batch;
  onRead(end - told);
}
