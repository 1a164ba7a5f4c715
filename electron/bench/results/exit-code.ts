import type { TestEnd } from '../../../shared/results.js';
import { explain } from './explain.js';
import type { RawOutput } from './parsed-output.js';

/** How a session ended, as far as it tells of the one case of `exit`. */
export interface ExitEnd {
  ended_by: TestEnd;
  exit_code: number | null;
  signal: string | null;
}

/** The name of the one case that a program is. */
export const PROGRAM_CASE = 'program';

/** A program is one case: it passes where the program ends by itself with exit code 0. */
export function readExit(lines: readonly string[], end: ExitEnd | null): RawOutput {
  const out: RawOutput = { reports: [], summary: null, started: [] };
  if (end === null) return out;
  if (end.ended_by === 'exit' && end.exit_code === 0) {
    out.reports.push({ name: PROGRAM_CASE, status: 'pass' });
    return out;
  }
  const said = endIn(end);
  if (said === null) return { ...out, unread: 'the target has no exit code: it told of no end' };
  const { message, location } = explain(lines);
  const told = message ? `${said}: ${message}` : said;
  out.reports.push({ name: PROGRAM_CASE, status: 'fail', message: told, ...(location ? { location } : {}) });
  return out;
}

function endIn({ ended_by, exit_code, signal }: ExitEnd): string | null {
  if (ended_by === 'crash') return `ended by ${signal ?? 'a crash'}`;
  if (ended_by === 'timeout') return 'did not end in time';
  if (ended_by === 'output-limit') return 'printed without end';
  return exit_code === null ? null : `exit code ${exit_code}`;
}
