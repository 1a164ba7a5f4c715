import { RE2JS } from 're2js';
import type { TestCase } from '../../../shared/results.js';
import type { TestPattern } from '../../../shared/task.js';
import { locationOf, type RawOutput } from './parsed-output.js';

/** A larger program than this, in instructions of RE2, costs more for each character than a test's output is worth. */
const LARGEST_PROGRAM = 2000;

const GROUPS = ['case', 'verdict', 'file', 'line', 'message', 'tests'] as const;
type Group = (typeof GROUPS)[number];
type Found = Partial<Record<Group, string>>;

/** One expression; null where a line does not match. RE2 takes linear time, whatever a target prints. */
type Matcher = (line: string) => Found | null;

/**
 * Compiles one expression of a task. Gives why it cannot be used: its syntax (RE2 knows no look-around and no back references),
 * its size, or a group that is missing.
 */
export function compileExpression(text: string, wanted: Group | null): Matcher | string {
  try {
    const compiled = RE2JS.compile(text);
    if (compiled.programSize() > LARGEST_PROGRAM) return 'is too large';
    const groups = compiled.namedGroups();
    if (wanted !== null && !(wanted in groups)) return `lacks the group (?<${wanted}>…)`;
    const known = GROUPS.filter((group) => group in groups);
    return (line) => {
      const matcher = compiled.matcher(line);
      if (!matcher.find()) return null;
      const told = known.map((group) => [group, matcher.group(group)] as const);
      return Object.fromEntries(told.filter(([, said]) => typeof said === 'string' && said !== ''));
    };
  } catch (error) {
    return `is no RE2 expression: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Where an expression of a pattern stands, and why it cannot be used. */
export interface WrongExpression {
  at: readonly (string | number)[];
  why: string;
}

/** The expressions of a pattern that cannot be used. */
export function wrongExpressions(pattern: TestPattern): WrongExpression[] {
  const all: { at: readonly (string | number)[]; text: string; wanted: Group | null }[] = [
    ...pattern.results.map((text, i) => ({ at: ['results', i], text, wanted: 'case' as const })),
    ...pattern.details.map((text, i) => ({ at: ['details', i], text, wanted: null })),
    ...(pattern.total === undefined
      ? []
      : [{ at: ['total'], text: pattern.total, wanted: 'tests' as const }]),
  ];
  return all.flatMap(({ at, text, wanted }) => {
    const compiled = compileExpression(text, wanted);
    return typeof compiled === 'string' ? [{ at, why: compiled }] : [];
  });
}

interface Compiled {
  results: readonly Matcher[];
  details: readonly Matcher[];
  total: readonly Matcher[];
}

const known = new WeakMap<TestPattern, Compiled>();

function compiledOf(pattern: TestPattern): Compiled {
  const last = known.get(pattern);
  if (last) return last;
  const usable = (texts: readonly string[]): Matcher[] =>
    texts.map((text) => compileExpression(text, null)).filter((each) => typeof each !== 'string');
  const compiled = {
    results: usable(pattern.results),
    details: usable(pattern.details),
    total: usable(pattern.total === undefined ? [] : [pattern.total]),
  };
  known.set(pattern, compiled);
  return compiled;
}

function firstOf(matchers: readonly Matcher[], line: string): Found | null {
  for (const match of matchers) {
    const found = match(line);
    if (found) return found;
  }
  return null;
}

/** Reads an output by the expressions of a task. */
export function readPattern(lines: readonly string[], pattern: TestPattern): RawOutput {
  const { results, details, total } = compiledOf(pattern);
  const out: RawOutput = { reports: [], summary: null, started: [] };
  let explained: Found = {};
  for (const line of lines) {
    const found = firstOf(results, line);
    if (found?.case !== undefined) {
      out.reports.push(reportOf({ ...explained, ...found }, found.case, pattern));
      explained = {};
      continue;
    }
    explained = { ...firstOf(details, line), ...explained };
    const tests = Number(firstOf(total, line)?.tests ?? Number.NaN);
    if (Number.isSafeInteger(tests))
      out.summary = { tests: tests + (out.summary?.tests ?? 0), failures: 0, ignored: 0 };
  }
  return out;
}

function reportOf(found: Found, name: string, pattern: TestPattern): TestCase {
  const { status, why } = statusOf(found.verdict, pattern);
  const message = [why, found.message].filter((text) => text !== undefined).join(': ');
  const location = locationOf(found.file ?? '', found.line ?? '');
  if (status === 'pass') return { name, status };
  return { name, status, ...(message ? { message } : {}), ...(location ? { location } : {}) };
}

/** A verdict that no list names is never a pass. */
function statusOf(
  verdict: string | undefined,
  { pass, fail, skip }: TestPattern,
): { status: TestCase['status']; why?: string } {
  if (verdict === undefined) return { status: 'fail' };
  if (fail.includes(verdict)) return { status: 'fail' };
  if (skip.includes(verdict)) return { status: 'skip' };
  if (pass.includes(verdict)) return { status: 'pass' };
  return { status: 'fail', why: `the verdict "${verdict}" is none that test.pattern names` };
}

/** What stands between two reports was printed by the later case. */
export function markPattern(
  lines: readonly string[],
  isHeld: (name: string) => boolean,
  pattern: TestPattern,
): boolean[] {
  const { results } = compiledOf(pattern);
  const marks = lines.map(() => false);
  let from = 0;
  lines.forEach((line, i) => {
    const name = firstOf(results, line)?.case;
    if (name === undefined) return;
    if (isHeld(name)) marks.fill(true, from, i + 1);
    from = i + 1;
  });
  return marks;
}
