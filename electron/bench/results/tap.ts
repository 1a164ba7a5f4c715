import { Parser, type Result as TapPoint } from 'tap-parser';
import * as z from 'zod';
import type { TestCase } from '../../../shared/results.js';
import { locationOf, type RawOutput } from './parsed-output.js';
import { namesPlace } from './source-place.js';
import { commentFor, commentReader } from './tap-comments.js';
import { plannedTests, subtestName, type TapLine, tapLines } from './tap-lines.js';

const place = z.object({ file: z.string(), line: z.coerce.number() });
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** The keys that producers write into the YAML block of a test point; the specification fixes none. */
const DiagSchema = z.object({
  message: text.optional().catch(undefined),
  found: text.optional().catch(undefined),
  wanted: text.optional().catch(undefined),
  got: text.optional().catch(undefined),
  expected: text.optional().catch(undefined),
  at: z.union([place, z.string()]).optional().catch(undefined),
  file: z.string().optional().catch(undefined),
  line: z.coerce.number().optional().catch(undefined),
});
type Diag = z.infer<typeof DiagSchema>;

/**
 * Reads TAP 13 and 14 through tap-parser. Subtests are named `group > case`, and the group's own test point
 * is a case too, since a group can fail on its own. Todo points that fail count as skipped. After
 * "Bail out!" nothing is read: what comes then was not planned.
 */
export function readTap(lines: readonly string[]): RawOutput {
  const classified = tapLines(lines);
  const out: RawOutput = { reports: [], summary: null, started: openSubtests(classified) };
  const parser = new Parser();
  collect(parser, out.reports);
  parser.on('bailout', (reason: string) => {
    out.bailedOut = reason.trim();
  });
  for (const line of classified) {
    const fed = line.kind === 'junk' && namesPlace(line.text) ? commentFor(line.text) : line.text;
    if (READ.has(line.kind) || fed !== line.text) parser.write(`${fed}\n`);
  }
  parser.end();
  out.summary = announced(classified, out.reports);
  return out;
}

/**
 * Plans, versions and pragmas stay out: a plan that comes early or twice (a target that was reset) makes
 * tap-parser ignore every later point, and we want to see those as doubled.
 */
const READ: ReadonlySet<TapLine['kind']> = new Set([
  'point',
  'subtest',
  'bailout',
  'yaml',
  'close',
  'comment',
]);

/**
 * What the plans of the outermost level say, several streams in one log together. A plan does not count the cases of
 * subtests: as many of them count as came.
 */
function announced(lines: readonly TapLine[], reports: readonly TestCase[]): RawOutput['summary'] {
  const outermost = lines.filter((line) => line.depth === 0);
  const plans = outermost.flatMap((line) => (line.kind === 'plan' ? (plannedTests(line.text) ?? []) : []));
  if (plans.length === 0) return null;
  const points = outermost.filter((line) => line.kind === 'point').length;
  const nested = reports.length - points;
  return {
    tests: plans.reduce((sum, planned) => sum + planned, nested),
    failures: reports.filter((report) => report.status === 'fail').length,
    ignored: reports.filter((report) => report.status === 'skip').length,
  };
}

/** Gathers a parser's points; those of a subtest wait for the point that closes it, which may name it. */
function collect(parser: Parser, into: TestCase[]): void {
  let waiting: { child: Parser; cases: TestCase[] }[] = [];
  const flush = (closing: string) => {
    for (const { child, cases } of waiting)
      for (const one of cases) into.push({ ...one, name: `${child.name || closing} > ${one.name}` });
    waiting = [];
  };
  parser.on('child', (child: Parser) => {
    const cases: TestCase[] = [];
    waiting.push({ child, cases });
    collect(child, cases);
  });
  const comments = commentReader();
  parser.on('comment', comments.comment);
  parser.on('assert', (point: TapPoint) => {
    const one = caseOf(point, into.length + 1);
    flush(one.name);
    into.push(one);
    comments.point(one);
  });
  parser.on('complete', () => flush(parser.name || 'subtest'));
}

function caseOf(point: TapPoint, position: number): TestCase {
  const name = point.name || `test ${point.id || position}`;
  const directive = point.skip || point.todo;
  if (point.skip || (point.todo && !point.ok))
    return { name, status: 'skip', ...(typeof directive === 'string' ? { message: directive } : {}) };
  const diag = DiagSchema.safeParse(point.diag);
  const told = diag.success ? tellDiag(diag.data) : {};
  return { name, status: point.ok ? 'pass' : 'fail', ...told };
}

function tellDiag(diag: Diag): Pick<TestCase, 'message' | 'location'> {
  const wanted = diag.wanted ?? diag.expected;
  const found = diag.found ?? diag.got;
  const compared =
    wanted !== undefined && found !== undefined ? `expected ${wanted}, got ${found}` : undefined;
  const message = [diag.message, compared].filter((part) => part !== undefined).join(': ');
  const location = placeOf(diag);
  return { ...(message ? { message } : {}), ...(location ? { location } : {}) };
}

function placeOf(diag: Diag) {
  if (typeof diag.at === 'object') return locationOf(diag.at.file, diag.at.line);
  const joined = /^(.+?):(\d{1,9})(?::\d+)?$/.exec(diag.at ?? '');
  if (joined) return locationOf(joined[1] ?? '', joined[2] ?? '');
  return diag.file && diag.line ? locationOf(diag.file, diag.line) : undefined;
}

/** Subtests that were announced and whose closing point never came. */
function openSubtests(lines: readonly TapLine[]): string[] {
  const open: { name: string; depth: number }[] = [];
  for (const line of lines) {
    const name = line.kind === 'subtest' ? subtestName(line.text) : null;
    const outer = line.kind === 'point' ? line.depth : -1;
    const innermost = open.at(-1);
    // An announced subtest's comment stands either at its parent's indent or at its own (TAP 14).
    if (innermost && line.kind === 'point' && line.text.includes(innermost.name) && outer <= innermost.depth)
      open.pop();
    if (name !== null) open.push({ name, depth: line.depth });
  }
  return open.map(({ name }) => name);
}
