import { decisionsText } from '../../../../shared/decisions.js';
import { noTestRan } from '../../../../shared/no-test-ran.js';
import { PROVENANCE_TEXTS } from '../../../../shared/provenance.js';
import { modelsAskedText } from '../../../../shared/replaced.js';
import type { Report } from '../../../../shared/report.js';
import type { Location, TestCase } from '../../../../shared/results.js';
import { padTo } from '../../../../shared/texts/columns.js';
import type { Say } from '../../../../shared/texts/language.js';
import { ENGLISH } from '../../../../shared/texts/speech.js';
import { nested, text, type Words } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';
import { boardLine } from './boards.js';
import { choiceLines } from './choices.js';

const MAX_CASES = 20;
const MAX_PATCH_LINES = 60;

const oneLine = (text: string): string => visible(text).replace(/\s*\n\s*/g, ' · ');

const iterations = (n: number): string => (n === 1 ? `${n} iteration` : `${n} iterations`);
const rollbacks = (n: number): string => (n === 1 ? `${n} rollback` : `${n} rollbacks`);

/**
 * A run's report for a terminal: status, verdict, reason, cases, patch, files and what to do next. Plain
 * text without colours; control characters are shown as symbols. `artifactFolder` is where the files lie, absolute; the
 * product's own texts are in the reader's language.
 */
export function renderText(report: Report, artifactFolder?: string, say: Say = ENGLISH.say): string {
  const seconds = (report.duration_ms / 1000).toFixed(1);
  const { passed, failed } = report.tests;
  const effort = `(${iterations(report.iterations)}, ${rollbacks(report.rollbacks)}, ${seconds} s)`;
  return [
    `${report.final_status}  ${report.verdict}  ${oneLine(report.goal)}`,
    oneLine(say(report.reason)),
    '',
    say(`${noTestRan(report) ?? `Cases: ${passed} passed, ${failed} failed`}  ${effort}`),
    ...(report.tests.incomplete ? [oneLine(say(`Not a whole test run: ${report.tests.incomplete}`))] : []),
    ...selfReported(say, report),
    ...provenanceLine(say, report),
    ...caseLines(say, report),
    say(text`Decisions: ${nested(decisionsText(report.decisions))}`),
    ...(report.models === null ? [] : [say(text`Models: ${nested(modelsAskedText(report.models))}`)]),
    ...report.boards.map((one) => oneLine(boardLine(say, one))),
    ...choiceLines(say, report),
    ...patchLines(say, report),
    ...errorLines(say, report, artifactFolder),
    ...report.artifacts.map((one) => `  ${one.kind}: ${oneLine(one.path)}`),
    '',
    oneLine(say(text`Next: ${nested(nextStep(report))}`)),
    say(`Full report: benchloop show ${report.run} --html report.html`),
    '',
  ].join('\n');
}

/** How many verdicts are nothing but the word of the program under test. */
function selfReported(say: Say, { tests }: Report): string[] {
  const count = tests.cases.filter((one) => one.self_reported).length;
  return count === 0
    ? []
    : [say(`Self-reported: ${count} of these are the word of the patched program alone`)];
}

const provenanceLine = (say: Say, { provenance }: Report): string[] =>
  provenance === null ? [] : [say(text`Verdicts: ${nested(PROVENANCE_TEXTS[provenance])}`)];

function caseLines(say: Say, report: Report): string[] {
  const before = new Map(report.baseline?.cases.map((one) => [one.name, one]));
  const heldOut = new Set(report.held_out);
  const told = report.tests.cases.filter(
    (one) => one.status !== 'pass' || (report.baseline && before.get(one.name)?.status !== 'pass'),
  );
  const more = told.length - MAX_CASES;
  return [
    ...told.slice(0, MAX_CASES).map((one) => caseLine(say, one, before.get(one.name), heldOut.has(one.name))),
    ...(more > 0 ? [`  ${say(`… and ${more} more`)}`] : []),
  ];
}

/** A line, with the function that it lies in. */
const lineText = ({ line, function: name }: Location): string => `${line}${name ? ` (${name})` : ''}`;

/** One case; of a repaired one also where it failed before. */
function caseLine(say: Say, one: TestCase, before: TestCase | undefined, heldOut: boolean): string {
  const marks = [...(heldOut ? ['held out'] : []), ...(one.self_reported ? ['self-reported'] : [])];
  const mark = marks.map((text) => ` [${say(text)}]`).join('');
  const change = before && before.status !== one.status ? say(` (was ${before.status})`) : '';
  const place = one.location ?? before?.location;
  const where = place ? say(` at ${place.file}:${lineText(place)}`) : '';
  const message = one.message ? say(`: ${one.message}`) : '';
  return oneLine(`  ${padTo(say(one.status), 7)} ${one.name}${mark}${change}${where}${message}`);
}

function patchLines(say: Say, { patch, files_changed }: Report): string[] {
  if (!patch) return ['', say('Patch: none was kept')];
  const lines = visible(patch).trimEnd().split('\n');
  const more = lines.length - MAX_PATCH_LINES;
  const note = more > 0 ? [`  ${say(`… and ${more} more lines`)}`] : [];
  const shown = lines.slice(0, MAX_PATCH_LINES).map((line) => `  ${line}`);
  return ['', say(`Patch: ${files_changed.map(oneLine).join(', ')}`), ...shown, ...note];
}

function errorLines(
  say: Say,
  { verdict, hypotheses, last_error, abort_reason, artifacts }: Report,
  artifactFolder = 'the run’s artifact folder',
): string[] {
  const suspect = verdict === 'NOT_FIXED' ? hypotheses[0] : undefined;
  const where = last_error?.where ? `${last_error.where}: ` : '';
  return [
    '',
    ...(suspect ? [oneLine(say(`Most suspected: ${suspect.cause}`))] : []),
    ...(last_error
      ? [oneLine(say(text`Last error: ${last_error.code}: ${where}${nested(last_error.message)}`))]
      : []),
    ...(abort_reason ? [oneLine(say(text`Aborted: ${nested(abort_reason)}`))] : []),
    ...(artifacts.length > 0 ? [say(`Files, in ${artifactFolder}:`)] : []),
  ];
}

const BY_VERDICT: Record<Report['verdict'], string> = {
  PLAUSIBLE: 'read the patch; no held-out case vouches for it, so that it may only suit these tests',
  CORRECT_ON_HELD_OUT: 'read the patch and take it over',
  UNPROVEN:
    'read the patch and where the others differ; hold out failing cases (test.heldOut) or add the one that tells the patches apart and run again, or take it with `benchloop accept`',
  NOTHING_TO_FIX: 'nothing: every target case passes without a change',
  FLAKY: 'find out why the same image gives different results; no patch can be judged before that',
  ENV_ERROR: 'repair the test environment (benchloop doctor), then run the task again',
  NOT_FIXED: 'read the hypotheses in the full report, then repair it by hand or widen the task’s limits',
};

/** What keeps a patch from CORRECT_ON_HELD_OUT that held-out cases do vouch for: no figures exist for an edit of a model or by hand. */
const UNCOUNTED =
  'read the patch; the held-out cases pass with it, but no figures say how often patches of this kind are right';

/** A plausible patch that repaired held-out cases, or was preferred to one that they reject. */
const heldOutTold = ({ verdict, baseline, held_out, candidates }: Report): boolean =>
  verdict === 'PLAUSIBLE' &&
  (candidates.some(({ status }) => status === 'rejected') ||
    (baseline?.cases ?? []).some(({ name, status }) => status === 'fail' && held_out.includes(name)));

function nextStep(report: Report): Words {
  if (report.final_status === 'ABORTED') return 'run the task again';
  if (report.final_status === 'FAILURE' && report.last_error?.next) return report.last_error.next;
  const branch = report.branch ? ` (git merge ${report.branch})` : '';
  const byVerdict = heldOutTold(report) ? UNCOUNTED : BY_VERDICT[report.verdict];
  return byVerdict + (report.patch ? branch : '');
}
