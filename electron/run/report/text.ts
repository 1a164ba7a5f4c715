import type { Report } from '../../../shared/report.js';
import type { TestCase } from '../../../shared/results.js';

const MAX_CASES = 20;
const MAX_PATCH_LINES = 60;

/** Device and model output may hold escape sequences that would drive the reader's terminal. */
const printable = (text: string): string => text.replace(/(?![\t\n])\p{Cc}/gu, '');
const oneLine = (text: string): string => printable(text).replace(/\s*\n\s*/g, ' · ');

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/**
 * A run's report for a terminal: status, verdict, reason, cases, patch, files and what to do next. Plain
 * text without colours; control characters are removed. `artifactFolder` is where the files lie, absolute.
 */
export function renderText(report: Report, artifactFolder?: string): string {
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const { passed, failed } = report.tests;
  return [
    `${report.final_status}  ${report.verdict}  ${oneLine(report.goal)}`,
    oneLine(report.reason),
    '',
    `Cases: ${passed} passed, ${failed} failed  (${count(report.iterations, 'iteration')}, ${count(report.rollbacks, 'rollback')}, ${seconds} s)`,
    ...caseLines(report),
    ...patchLines(report),
    ...errorLines(report, artifactFolder),
    ...report.artifacts.map((one) => `  ${one.kind}: ${oneLine(one.path)}`),
    '',
    `Next: ${nextStep(report)}`,
    `Full report: benchloop show ${report.run} --html report.html`,
    '',
  ].join('\n');
}

function caseLines(report: Report): string[] {
  const before = new Map(report.baseline?.cases.map((one) => [one.name, one.status]));
  const told = report.tests.cases.filter(
    (one) => one.status !== 'pass' || (report.baseline && before.get(one.name) !== 'pass'),
  );
  const more = told.length - MAX_CASES;
  return [
    ...told.slice(0, MAX_CASES).map((one) => caseLine(one, before.get(one.name))),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

function caseLine(one: TestCase, before: string | undefined): string {
  const place = one.location ? ` at ${one.location.file}:${one.location.line}` : '';
  const change = before && before !== one.status ? ` (was ${before})` : '';
  const message = one.message ? `: ${one.message}` : '';
  return oneLine(`  ${one.status.padEnd(7)} ${one.name}${change}${place}${message}`);
}

function patchLines({ patch, files_changed }: Report): string[] {
  if (!patch) return ['', 'Patch: none was kept'];
  const lines = printable(patch).trimEnd().split('\n');
  const more = lines.length - MAX_PATCH_LINES;
  const note = more > 0 ? [`  … and ${more} more lines`] : [];
  const shown = lines.slice(0, MAX_PATCH_LINES).map((line) => `  ${line}`);
  return ['', `Patch: ${files_changed.map(oneLine).join(', ')}`, ...shown, ...note];
}

function errorLines({ last_error, abort_reason, artifacts }: Report, artifactFolder?: string): string[] {
  const where = last_error?.where ? `${last_error.where}: ` : '';
  return [
    '',
    ...(last_error ? [oneLine(`Last error: ${last_error.code}: ${where}${last_error.message}`)] : []),
    ...(abort_reason ? [oneLine(`Aborted: ${abort_reason}`)] : []),
    ...(artifacts.length > 0 ? [`Files, in ${artifactFolder ?? 'the run’s artifact folder'}:`] : []),
  ];
}

const BY_VERDICT: Record<Report['verdict'], string> = {
  PLAUSIBLE: 'read the patch; no held-out case vouches for it, so that it may only suit these tests',
  CORRECT_ON_HELD_OUT: 'read the patch and take it over',
  NOTHING_TO_FIX: 'nothing: every target case passes without a change',
  FLAKY: 'find out why the same image gives different results; no patch can be judged before that',
  ENV_ERROR: 'repair the test environment (benchloop doctor), then run the task again',
  NOT_FIXED: 'read the hypotheses in the full report, then repair it by hand or widen the task’s limits',
};

function nextStep(report: Report): string {
  if (report.final_status === 'ABORTED') return 'run the task again';
  if (report.final_status === 'FAILURE' && report.last_error?.next) return oneLine(report.last_error.next);
  const branch = report.branch ? ` (git merge ${oneLine(report.branch)})` : '';
  return BY_VERDICT[report.verdict] + (report.patch ? branch : '');
}
