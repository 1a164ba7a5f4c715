import type { TestCase } from '../../../shared/results.js';
import { CMOCKA, markBrackets, RUN, readBrackets } from './brackets.js';
import { explain } from './explain.js';
import type { RawOutput } from './parsed-output.js';

/** What one line means in a form that tells the result first, and why below it. */
type ResultLine = { name: string; status: TestCase['status'] } | { begun: string } | null;

interface PlainForm {
  /** The first line of this form. */
  sign: RegExp;
  read: (line: string) => ResultLine;
  total: RegExp | null;
}

const POINT = /^(not )?ok (\d{1,9})(?: - (\S+))?(?: # SKIP (\S+))?$/;
const BEGIN = /^test: (\S+)$/;
const RESULT = /^(success|failure|error|skip): (\S+)(?: \[)?$/;
const STATUS: Readonly<Record<string, TestCase['status']>> = {
  success: 'pass',
  failure: 'fail',
  error: 'fail',
  skip: 'skip',
};

/** Forms that `CMOCKA_MESSAGE_OUTPUT` chooses (src/cmocka.c, cm_print_tap and cm_print_subunit); XML is for the parser `junit`. */
const FORMS: readonly PlainForm[] = [
  {
    sign: POINT,
    read: (line) => {
      const point = POINT.exec(line);
      if (!point) return null;
      // 1.1.5 writes `not ok 3 # SKIP name` for a skipped case.
      const status = point[4] ? 'skip' : point[1] ? 'fail' : 'pass';
      return { name: point[4] ?? point[3] ?? `test ${point[2]}`, status };
    },
    total: /^1\.\.(\d{1,9})$/,
  },
  {
    sign: BEGIN,
    read: (line) => {
      const begun = BEGIN.exec(line)?.[1];
      if (begun) return { begun };
      const found = RESULT.exec(line);
      const status = STATUS[found?.[1] ?? ''];
      return found?.[2] && status ? { name: found[2], status } : null;
    },
    total: null,
  },
];

/** The form of an output, by its first line that is of one; null for the standard form. */
function formOf(lines: readonly string[]): PlainForm | null {
  for (const line of lines) {
    if (RUN.test(line) || CMOCKA.running.test(line)) return null;
    const form = FORMS.find(({ sign }) => sign.test(line));
    if (form) return form;
  }
  return null;
}

/** Lines below a result that are kept to explain it. */
const MOST_LINES = 50;

/** Reads what cmocka prints, in the form that the output begins with. */
export function readCmocka(lines: readonly string[]): RawOutput {
  const form = formOf(lines);
  return form ? readPlain(lines, form) : readBrackets(lines, CMOCKA);
}

function readPlain(lines: readonly string[], { read, total }: PlainForm): RawOutput {
  const out: RawOutput = { reports: [], summary: null, started: [] };
  const below = new Map<TestCase, string[]>();
  let begun: string | null = null;
  for (const line of lines) {
    const said = read(line);
    const tests = total?.exec(line)?.[1];
    if (said === null) {
      const last = out.reports.at(-1);
      const known = last?.status === 'fail' ? (below.get(last) ?? []) : null;
      if (last && known && known.length < MOST_LINES && !/^\]?$/.test(line))
        below.set(last, [...known, line.replace(/^# ?/, '')]);
    } else if ('begun' in said) {
      if (begun) out.started.push(begun);
      begun = said.begun;
    } else {
      out.reports.push(said);
      begun = null;
    }
    if (tests !== undefined)
      out.summary = { tests: Number(tests) + (out.summary?.tests ?? 0), failures: 0, ignored: 0 };
  }
  if (begun) out.started.push(begun);
  for (const [report, said] of below) Object.assign(report, explain(said));
  return out;
}

/** Marks what belongs to held-out cases. What stands between two results was printed by the later case, or explains the earlier one. */
export function markCmocka(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  const form = formOf(lines);
  if (form === null) return markBrackets(lines, isHeld);
  const marks = lines.map(() => false);
  let from = 0;
  let above = false;
  lines.forEach((line, i) => {
    const said = form.read(line);
    if (said === null || 'begun' in said) return;
    const held = isHeld(said.name);
    if (held || above) marks.fill(true, from, held ? i + 1 : i);
    from = i + 1;
    above = held;
  });
  if (above) marks.fill(true, from);
  return marks;
}
