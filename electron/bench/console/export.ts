import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ConsoleFormat, LineFilter } from '../../../shared/ipc/console-rows.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { visible } from '../../../shared/visible-text.js';
import { compileFilter } from './line-rules.js';
import { mergedLines, type PortCapture, type PortLine } from './merged-lines.js';
import { readRange } from './read-range.js';
import { extentOf } from './segments.js';
import { createClock } from './sheet/clock.js';
import { timed } from './timed.js';
import { writeProblem } from './write-all.js';

export interface Export {
  /** Several are merged by the time of their lines, each of which then names its port. */
  captures: PortCapture[];
  /** Which lines; bytes (`raw`) are written all, one capture after the other. */
  filter: LineFilter;
  format: ConsoleFormat;
  file: string;
}

/**
 * Writes what captures hold now into `file`, in a stream; `onRead` is told of each piece of them, bytes. Errors: DISK_FULL, HOME_UNWRITABLE; USAGE for an expression
 * that is none or takes too long for a line.
 */
export async function exportCaptures(
  { captures, filter, format, file }: Export,
  onRead: (bytes: number) => void = () => undefined,
): Promise<Result<void>> {
  const compiled = compileFilter(filter);
  if (!compiled.ok) return compiled;
  const givenUp = new AbortController();
  const accepts = timed(compiled.value, false, () => givenUp.abort());
  const lines = mergedLines(captures, { accepts, clock: createClock(), onRead });
  const parts =
    format === 'raw' ? bytesOf(captures, onRead) : joined(FORMATS[format](lines, captures.length > 1));
  try {
    await pipeline(Readable.from(parts), createWriteStream(file), { signal: givenUp.signal });
    return ok(undefined);
  } catch (error) {
    return fail(givenUp.signal.aborted ? { ...TOO_SLOW, where: file } : writeProblem(error, file));
  }
}

const TOO_SLOW: Problem = {
  code: 'USAGE',
  message: 'a filter takes too long for a line: the file was not written',
  next: 'switch that filter off and write the file again',
};

async function* bytesOf(
  captures: readonly PortCapture[],
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for (const { folder } of captures) {
    const { end } = extentOf(folder);
    for (let at = 0; at < end; ) {
      const { bytes, offset } = await readRange(folder, at, Math.min(1024 * 1024, end - at));
      if (bytes.length === 0 || offset >= end) break;
      const piece = bytes.subarray(0, end - offset);
      yield piece;
      onRead(piece.length);
      at = offset + bytes.length;
    }
  }
}

/** Characters of one write: a write for each line would take ten times as long. */
const WRITE_CHARS = 256 * 1024;

function* joined(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const part of parts) {
    text += part;
    if (text.length < WRITE_CHARS) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

type Parts = (lines: Iterable<PortLine>, named: boolean) => Generator<string>;

const timeOf = ({ came }: PortLine): string => (came ? new Date(came.wallMs).toISOString() : '');

function* textParts(lines: Iterable<PortLine>, named: boolean): Generator<string> {
  for (const line of lines)
    yield `${timeOf(line)} ${named ? `${visible(line.port)} ` : ''}${visible(line.text)}\n`;
}

function* plainParts(lines: Iterable<PortLine>, named: boolean): Generator<string> {
  for (const { port, text } of lines) yield `${named ? `${visible(port)} ` : ''}${visible(text)}\n`;
}

function* csvParts(lines: Iterable<PortLine>, named: boolean): Generator<string> {
  yield `time,${named ? 'port,' : ''}offset,text\r\n`;
  for (const line of lines)
    yield `${timeOf(line)},${named ? `${cell(line.port)},` : ''}${line.offset},${cell(line.text)}\r\n`;
}

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe in front: the text is the device's. */
function cell(text: string): string {
  const shown = visible(text);
  const safe = /^[=+\-@\t]/.test(shown) ? `'${shown}` : shown;
  return `"${safe.replaceAll('"', '""')}"`;
}

const FORMATS: Readonly<Record<Exclude<ConsoleFormat, 'raw'>, Parts>> = {
  text: textParts,
  plain: plainParts,
  csv: csvParts,
};
