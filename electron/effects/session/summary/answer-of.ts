import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { BoardNowSchema } from '../../../../shared/board.js';
import { RunSummarySchema } from '../../../../shared/events.js';
import { boardLine, NONE_LISTED, portLine, runLine } from '../../../../shared/list-lines.js';
import { PortSchema } from '../../../../shared/port.js';
import type { SessionCall } from '../../../../shared/session.js';
import type { Say } from '../../../../shared/texts/language.js';
import { text, type Words, wordsSchema } from '../../../../shared/texts/words.js';
import { ToolResultSchema } from '../../../../shared/tool-result.js';
import { visible } from '../../../../shared/visible-text.js';

/** Lines of one answer, and characters of one line. */
const LINES = 40;
const LINE = 200;

const Stored = z.looseObject({ result: ToolResultSchema, account: z.array(wordsSchema).optional() });
const Lines = z.looseObject({ lines: z.array(z.looseObject({ text: z.string() })) });
const Files = z.looseObject({ files: z.array(z.string()) });
const Output = z.looseObject({ output: z.string() });
const Cases = z.looseObject({
  cases: z.array(z.looseObject({ name: z.string(), status: z.string(), message: z.string().optional() })),
});
const Boards = z.looseObject({ boards: z.array(BoardNowSchema) });
const Ports = z.looseObject({ ports: z.array(PortSchema) });
const Runs = z.looseObject({ runs: z.looseObject({ runs: z.array(RunSummarySchema) }) });
const Diff = z.looseObject({ diff: z.string() });

/** What a call answered, in lines for a terminal; the whole lies in its file. [] where it says nothing, or its file is gone. */
export function answerOf(
  folder: string,
  { file, status }: Pick<SessionCall, 'file' | 'status'>,
  say: Say,
): string[] {
  const place = file === null ? null : path.join(folder, file);
  if (place === null || status !== 'ok' || !existsSync(place)) return [];
  const stored = Stored.safeParse(JSON.parse(readFileSync(place, 'utf8')));
  const all = stored.success ? toldIn(stored.data, say) : [];
  const shown = all.slice(0, LINES).map((line) => visible(line).slice(0, LINE));
  return all.length > LINES ? [...shown, `… ${all.length - LINES} (${file})`] : shown;
}

function toldIn({ result, account = [] }: z.infer<typeof Stored>, say: Say): string[] {
  if (account.length > 0) return account.flatMap((line: Words) => say(line).split('\n'));
  return result.ok ? (listedIn(result.payload, say) ?? linesOf(result.payload)) : [];
}

/** Boards, ports and runs as their own commands list them; null: it is none of these lists. */
function listedIn(payload: unknown, say: Say): string[] | null {
  const boards = Boards.safeParse(payload).data?.boards;
  if (boards)
    return orNone(
      boards.map((board) => boardLine(board, say)),
      say(NONE_LISTED.boards),
    );
  const ports = Ports.safeParse(payload).data?.ports;
  if (ports)
    return orNone(
      ports.map((port) => portLine(port, say)),
      say(NONE_LISTED.ports),
    );
  const runs = Runs.safeParse(payload).data?.runs.runs;
  return runs
    ? orNone(
        newest(
          runs.map((run) => runLine(run, say)),
          say,
        ),
        say(NONE_LISTED.runs),
      )
    : null;
}

const orNone = (lines: string[], none: string): string[] => (lines.length === 0 ? [none] : lines);

/** The oldest come first, and the newest are what is looked for. */
function newest(lines: string[], say: Say): string[] {
  if (lines.length <= LINES) return lines;
  const shown = lines.slice(1 - LINES);
  return [say(text`… and ${lines.length - shown.length} more`), ...shown];
}

/** A console as its lines, files as their names, a program as its output; everything else as JSON. */
function linesOf(payload: unknown): string[] {
  const cases = Cases.safeParse(payload);
  if (cases.success) return caseLines(cases.data.cases);
  const console = Lines.safeParse(payload);
  if (console.success) return console.data.lines.map((line) => line.text);
  const files = Files.safeParse(payload);
  const diff = Diff.safeParse(payload);
  if (diff.success) return diff.data.diff.trimEnd().split('\n');
  if (files.success) return files.data.files;
  const output = Output.safeParse(payload);
  if (output.success) return output.data.output.trimEnd().split('\n');
  return payload === null ? [] : JSON.stringify(payload, null, 1).split('\n');
}

/** Cases that did not pass, one a line, and how many did. */
function caseLines(cases: z.infer<typeof Cases>['cases']): string[] {
  const passed = cases.filter(({ status }) => status === 'pass').length;
  const others = cases.filter(({ status }) => status !== 'pass');
  return [
    ...others.map(({ name, status, message }) => `${name}: ${status}${message ? ` (${message})` : ''}`),
    `pass: ${passed}/${cases.length}`,
  ];
}
