import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import { readTool } from '../read/read-tool.js';
import type { SessionWork } from '../session-work.js';
import { linePattern } from './line-pattern.js';
import { namedBoard } from './named-board.js';
import { sessionConsole } from './session-console.js';

/** Seconds and lines where none are named, and at most; characters of a whole reply. */
const SECONDS = 5;
const MOST_SECONDS = 60;
const LINES = 200;
const MOST_LINES = 1000;
const MOST_TEXT = 60_000;

const ConsoleReadArguments = z.strictObject({
  board: z.string().min(1),
  seconds: z.number().min(0).max(MOST_SECONDS).default(SECONDS),
  max_lines: z.number().int().min(1).max(MOST_LINES).default(LINES),
  /** A regular expression: only lines that it fits are given. */
  pattern: z.string().min(1).max(1000).optional(),
});

const ConsoleReadResult = z.object({
  board: z.string(),
  /** Each with the time at which its first byte came. */
  lines: z.array(z.object({ at: z.string(), text: z.string() })),
  /** There may be more: the most lines, or characters, were reached. */
  isCut: z.boolean(),
  /** Lines before these that went unread for too long. */
  dropped: z.number(),
});

/**
 * What a board says on its console: what came since the session's last reading, or since it was flashed or switched, then what
 * comes within `seconds`. Ends early once there are `max_lines`. Errors: BOARD_NOT_FOUND, ARGUMENTS_MALFORMED, those of the port.
 */
export const consoleRead = readTool<
  z.input<typeof ConsoleReadArguments>,
  z.infer<typeof ConsoleReadResult>,
  SessionWork
>({
  name: 'console_read',
  arguments: ConsoleReadArguments,
  result: ConsoleReadResult,
  read: async ({ board, seconds = SECONDS, max_lines = LINES, pattern }, work, signal, io) => {
    const matches = linePattern(pattern);
    if (!matches.ok) return matches;
    const named = await namedBoard(work, board);
    if (!named.ok) return named;
    const console = await sessionConsole(work, named.value, io);
    if (!console.ok) return console;
    const wish = { ms: seconds * 1000, mostLines: max_lines, matches: matches.value, signal };
    const read = await console.value.read(wish);
    return read.ok ? ok({ board, ...withinText(read.value) }) : read;
  },
});

/** The first lines that fit into one reply. */
function withinText<T extends { lines: { text: string }[]; isCut: boolean }>(read: T): T {
  let size = 0;
  const fit = read.lines.findIndex(({ text }) => {
    size += text.length;
    return size > MOST_TEXT;
  });
  return fit < 0 ? read : { ...read, lines: read.lines.slice(0, fit), isCut: true };
}
