import { isAscii } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { listSegments, type Segment } from './segments.js';

/** Where the lines of a capture begin; made as far as somebody asked, and kept for every 256th line only. */
export interface LineIndex {
  /**
   * Goes through what came since the last call, at most so many MiB of it; the number of lines, the last of which may have
   * no end yet.
   */
  update(mostMiB?: number): number;
  /** The last update came to the end of what is there. */
  whole(): boolean;
  /** Lines `from` to `from + count - 1`, as far as there are any; numbers begin with 0 at the oldest byte. */
  slice(from: number, count: number): Line[];
  /** The number of the line that holds the byte at `offset`; those of dropped bytes belong to the first line. */
  lineAt(offset: number): number;
}

export interface Line {
  number: number;
  /** Of its first byte, in the capture. */
  offset: number;
  /** Without its end (LF, or CRs and LF), at most `MAX_LINE` bytes. */
  bytes: Buffer;
  /** It is longer than `bytes`. */
  cut: boolean;
  /** It has its end: nothing is added to it any more. */
  ended: boolean;
  /** Offset of the byte behind it and its end. */
  next: number;
}

const STRIDE = 256;
const PIECE = 1024 * 1024;
const LF = 10;
const CR = 13;
/** Bytes of a line that a reader gets at most. */
export const MAX_LINE = 64 * 1024;

/**
 * Reads what is there in pieces of 1 MiB; memory grows by 8 bytes for each 256 lines.
 *
 * @throws Error of the file system
 */
export function createLineIndex(folder: string): LineIndex {
  /** Offsets of the lines 0, 256, 512, … */
  const marks: number[] = [];
  let lines = 0;
  let end = 0;
  /** The last byte was a line's end, or there was none: the next one begins a line. */
  let fresh = true;
  let whole = true;

  const begin = (offset: number): void => {
    if (lines % STRIDE === 0) marks.push(offset);
    lines += 1;
    fresh = false;
  };

  const take = (bytes: Buffer, offset: number): void => {
    let at = 0;
    while (at < bytes.length) {
      if (fresh) begin(offset + at);
      const feed = bytes.indexOf(LF, at);
      if (feed < 0) return;
      fresh = true;
      at = feed + 1;
    }
  };

  const update = (mostMiB = Number.POSITIVE_INFINITY): number => {
    whole = false;
    for (let pieces = 0; pieces < mostMiB && !whole; pieces += 1) {
      const { bytes, offset } = readAt(folder, end, PIECE);
      take(bytes, offset);
      end = offset + bytes.length;
      whole = bytes.length === 0;
    }
    return lines;
  };

  const slice = (from: number, count: number): Line[] => {
    const start = Math.max(0, from);
    const mark = marks[Math.floor(start / STRIDE)];
    if (mark === undefined) return [];
    const found: Line[] = [];
    let number = Math.floor(start / STRIDE) * STRIDE;
    for (const line of readLines(folder, mark)) {
      if (found.length >= count || number >= lines) break;
      if (number >= start) found.push({ number, ...line });
      number += 1;
    }
    return found;
  };

  return {
    update,
    whole: () => whole,
    slice,
    lineAt: (offset) => {
      const stride = Math.max(0, upperBound(marks, offset) - 1);
      let number = stride * STRIDE - 1;
      for (const line of readLines(folder, marks[stride] ?? 0)) {
        if (line.offset > offset || number + 1 >= lines) break;
        number += 1;
      }
      return Math.max(0, number);
    },
  };
}

/**
 * Lines one after the other from `offset` on; the last may have no end.
 *
 * @param pieceBytes read at a time: few where only a line or two are wanted
 */
export function* readLines(
  folder: string,
  offset: number,
  pieceBytes = PIECE / 8,
): Generator<Omit<Line, 'number'>> {
  let at = offset;
  let kept = NOTHING;
  let start = offset;
  let length = 0;
  for (;;) {
    const piece = readAt(folder, at, pieceBytes);
    if (piece.bytes.length === 0) break;
    if (length === 0) start = piece.offset;
    at = piece.offset + piece.bytes.length;
    let from = 0;
    for (let feed = piece.bytes.indexOf(LF); feed >= 0; feed = piece.bytes.indexOf(LF, from)) {
      const rest = piece.bytes.subarray(from, feed);
      const whole = kept === NOTHING ? rest : Buffer.concat([kept, rest]);
      const next = piece.offset + feed + 1;
      yield lineOf(whole, { offset: start, ended: true, next }, length + feed - from);
      from = feed + 1;
      start = next;
      kept = NOTHING;
      length = 0;
    }
    length += piece.bytes.length - from;
    if (kept.length <= MAX_LINE) kept = Buffer.concat([kept, piece.bytes.subarray(from)]);
  }
  if (length > 0) yield lineOf(kept, { offset: start, ended: false, next: at }, length);
}

/** A line as text; what is no UTF-8 is U+FFFD there. */
export interface TextLine extends Pick<Line, 'offset' | 'ended' | 'next'> {
  text: string;
}

/** `readLines` as text. Of plain ASCII, which ports mostly speak, a whole piece becomes text at once, which takes a third of the time. */
export function* readTexts(folder: string, offset: number): Generator<TextLine> {
  for (let at = offset; ; ) {
    const piece = readAt(folder, at, PIECE);
    const lines = piece.bytes.subarray(0, piece.bytes.lastIndexOf(LF) + 1);
    const isPlain = lines.length > 0 && isAscii(lines);
    const end = piece.offset + Math.max(lines.length, 1);
    let last: TextLine | undefined;
    for (const line of isPlain ? textsIn(lines, piece.offset) : decoded(folder, at, end)) {
      yield line;
      last = line;
    }
    if (!last?.ended) return;
    at = last.next;
  }
}

/** Lines of ASCII, all of which end. */
function* textsIn(lines: Buffer, offset: number): Generator<TextLine> {
  const all = lines.toString('latin1');
  let from = 0;
  for (let feed = all.indexOf('\n'); feed >= 0; feed = all.indexOf('\n', from)) {
    let end = Math.min(feed, from + MAX_LINE);
    const isCut = end < feed;
    while (!isCut && end > from && all.charCodeAt(end - 1) === CR) end -= 1;
    yield { offset: offset + from, text: all.slice(from, end), ended: true, next: offset + feed + 1 };
    from = feed + 1;
  }
}

/** Those that begin before `end`. */
function* decoded(folder: string, offset: number, end: number): Generator<TextLine> {
  for (const { bytes, ...line } of readLines(folder, offset)) {
    yield { ...line, text: bytes.toString('utf8') };
    if (line.next >= end) return;
  }
}

const NOTHING = Buffer.alloc(0);

function lineOf(
  bytes: Buffer,
  { offset, ended, next }: Pick<Line, 'offset' | 'ended' | 'next'>,
  length: number,
): Omit<Line, 'number'> {
  const cut = length > MAX_LINE;
  let end = Math.min(bytes.length, MAX_LINE);
  while (!cut && end > 0 && bytes[end - 1] === CR) end -= 1;
  return { offset, bytes: bytes.subarray(0, end), cut, ended, next };
}

/** Bytes from `offset` on, of one segment; those that follow, where they were dropped. */
function readAt(folder: string, offset: number, length: number): { offset: number; bytes: Buffer } {
  const segment = listSegments(folder).find(({ start, size }) => start + size > offset);
  return segment ? readSegment(segment, offset, length) : { offset, bytes: Buffer.alloc(0) };
}

function readSegment(segment: Segment, offset: number, length: number): { offset: number; bytes: Buffer } {
  const from = Math.max(offset, segment.start);
  const bytes = Buffer.allocUnsafe(Math.min(length, segment.start + segment.size - from));
  const file = openSync(segment.raw, 'r');
  try {
    return {
      offset: from,
      bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from - segment.start)),
    };
  } finally {
    closeSync(file);
  }
}

/** How many of the ascending numbers are at most `value`. */
export function upperBound(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
