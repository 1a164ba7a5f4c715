import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConsoleFormat } from '../../../shared/ipc/console-rows.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { visible } from '../../../shared/visible-text.js';
import { readLines } from './lines.js';
import { readRange } from './read-range.js';
import { createTimeline } from './sheet/timeline.js';
import { writeProblem } from './write-all.js';

/** Writes a capture, or its part from offset `from` to `to`, into `file`. Errors: DISK_FULL, HOME_UNWRITABLE. */
export async function exportCapture(
  folder: string,
  range: { from: number; to: number },
  format: ConsoleFormat,
  file: string,
): Promise<Result<void>> {
  try {
    await pipeline(Readable.from(PARTS[format](folder, range)), createWriteStream(file));
    return ok(undefined);
  } catch (error) {
    return fail(writeProblem(error, file));
  }
}

type Range = { from: number; to: number };

async function* rawParts(folder: string, { from, to }: Range): AsyncGenerator<Buffer> {
  let at = from;
  while (at < to) {
    const { bytes, offset } = await readRange(folder, at, Math.min(1024 * 1024, to - at));
    if (bytes.length === 0 || offset >= to) return;
    yield bytes.subarray(0, to - offset);
    at = offset + bytes.length;
  }
}

function* lineParts(
  folder: string,
  { from, to }: Range,
): Generator<{ at: string; offset: number; text: string }> {
  const timeline = createTimeline(folder);
  for (const { offset, bytes } of readLines(folder, from)) {
    if (offset >= to) return;
    const time = timeline.advance(offset)?.wallMs ?? null;
    yield {
      at: time === null ? '' : new Date(time).toISOString(),
      offset,
      text: visible(bytes.toString('utf8')),
    };
  }
}

function* textParts(folder: string, range: Range): Generator<Buffer> {
  for (const { at, text } of lineParts(folder, range)) yield Buffer.from(`${at} ${text}\n`);
}

function* plainParts(folder: string, range: Range): Generator<Buffer> {
  for (const { text } of lineParts(folder, range)) yield Buffer.from(`${text}\n`);
}

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe in front: the text is the device's. */
function* csvParts(folder: string, range: Range): Generator<Buffer> {
  yield Buffer.from('time,offset,text\r\n');
  for (const { at, offset, text } of lineParts(folder, range)) {
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
    yield Buffer.from(`${at},${offset},"${safe.replaceAll('"', '""')}"\r\n`);
  }
}

const PARTS: Readonly<
  Record<ConsoleFormat, (folder: string, range: Range) => Iterable<Buffer> | AsyncIterable<Buffer>>
> = {
  raw: rawParts,
  text: textParts,
  plain: plainParts,
  csv: csvParts,
};
