import { matchesCase } from '../../../shared/case-pattern.js';
import type { Analysis, DecisionFacts } from '../../../shared/judgement.js';
import type { BuildResult, Fault, TestCase, TestResult } from '../../../shared/results.js';
import { englishWords } from '../../../shared/texts/words.js';
import type { Mark } from '../openai/untrusted.js';
import type { Attempt, Evidence } from '../provider.js';

/** Limits of what a model is shown, in characters and numbers of entries. */
const CONSOLE = 8000;
const LOG = 4000;
const LOGS = 4;
const DIAGNOSTICS = 20;
const CASES = 40;
const ATTEMPTS = 3;
const PATCH = 3000;
const DESIGN = 6000;

/** Of everything that a model is shown at first, and of the sources at least (characters). */
const PROMPT = 72_000;
const LEAST_CODE = 24_000;

/** What is left for the sources beside the rest of a prompt. */
export const codeBudget = (told: string): number => Math.max(LEAST_CODE, PROMPT - told.length);

const lines = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n');

/** Says where not all that was counted is shown. */
const some = (which: 'first' | 'last', limit: number, all: number): string =>
  all > limit ? ` (the ${which} ${limit} of ${all} are shown)` : '';

const at = (location?: { file: string; line: number }): string =>
  location ? `${location.file}:${location.line}: ` : '';

function buildText(mark: Mark, build: BuildResult | null): string {
  if (!build) return 'Build: not tried yet.';
  const worst = [...build.diagnostics].sort(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  );
  const text = worst
    .slice(0, DIAGNOSTICS)
    .map((d) => `${at(d.location)}${d.severity}: ${d.message}${d.option ? ` [${d.option}]` : ''}`);
  return lines(
    `Build: ${build.success ? 'passed' : 'failed'}, ${worst.length} diagnostics${some('first', DIAGNOSTICS, worst.length)}.`,
    text.length > 0 ? mark('compiler and linker', text.join('\n'), LOG) : null,
  );
}

const faultText = (fault: Fault): string =>
  `${at(fault.location)}${fault.kind} pc=${fault.pc ?? '?'}${fault.address ? ` address=${fault.address}` : ''} ${fault.causes.join(', ')}${
    fault.caller ? `, called from ${fault.caller.file}:${fault.caller.line}` : ''
  }`;

/** The cases of a session that did not pass, those that must pass first. */
function failedOf({ cases }: TestResult, targets: readonly string[]): TestCase[] {
  const failed = cases.filter((c) => c.status !== 'pass' && c.status !== 'skip');
  const wanted = (c: TestCase): number => Number(matchesCase(targets, c.name));
  return failed.sort((a, b) => wanted(b) - wanted(a));
}

const caseText = (c: TestCase, targets: readonly string[]): string =>
  `${at(c.location)}${c.name}: ${c.status} ${c.message ?? ''}${matchesCase(targets, c.name) ? '' : ' (need not pass)'}`;

function testText(mark: Mark, title: string, test: TestResult, targets: readonly string[]): string {
  const passed = test.cases.filter((c) => c.status === 'pass').length;
  const rest = failedOf(test, targets);
  const skips = test.cases.length - passed - rest.length;
  const skipped = skips > 0 ? `, ${skips} were skipped` : '';
  const detail = lines(
    ...rest.slice(0, CASES).map((c) => caseText(c, targets)),
    test.fault ? faultText(test.fault) : null,
    test.stuck_at ? `program counter at the end: ${at(test.stuck_at)}${test.stuck_at.function ?? ''}` : null,
  );
  return lines(
    `${title}: ${passed} cases passed, ${rest.length} did not${some('first', CASES, rest.length)}${skipped}; the session ended by ${test.ended_by}${test.incomplete ? ` (${test.incomplete})` : ''}.`,
    detail === '' ? null : mark('cases that did not pass', detail, LOG),
  );
}

const told = (test: TestResult): string =>
  JSON.stringify([
    test.cases.map((c) => [c.name, c.status, c.message]),
    test.ended_by,
    test.fault,
    test.stuck_at,
  ]);

/** The results, and those before any change where they differ. */
function testsText(mark: Mark, { test, baseline, targets, forReaders }: Evidence): string | null {
  if (!test) return null;
  const now = testText(mark, 'Tests', test, targets);
  const about = forReaders ? `Results of ${forReaders.about}.` : null;
  if (!baseline) return lines(about, now);
  const same = baseline.image === test.image || told(baseline) === told(test);
  return lines(about, now, same ? null : testText(mark, 'Tests before any change', baseline, targets));
}

/** What the image runs on and is made with, and how its size changed. */
function targetText(mark: Mark, { forReaders, test, baseline }: Evidence): string | null {
  if (!forReaders) return null;
  const { compiler, target } = forReaders;
  return mark('target', lines(target, compiler, sizeText(test, baseline)), 1200);
}

function sizeText(test: TestResult | null, baseline: TestResult | null): string | null {
  const sizes = (['text', 'data', 'bss'] as const).flatMap((section) => {
    const now = test?.metrics[`image_${section}_bytes`];
    const before = baseline?.metrics[`image_${section}_bytes`];
    if (now === undefined) return [];
    return [`${section} ${now}${before !== undefined && before !== now ? ` (before ${before})` : ''}`];
  });
  return sizes.length === 0 ? null : `image size in bytes: ${sizes.join(', ')}`;
}

/** What sums a session up, or says nothing: its numbers may count cases that are not shown. */
const SUMMARY =
  /^[-=\s]*$|^(OK|FAIL|FAILED|PASSED|PASS)$|^\d+ (Tests?|tests?|cases?)\b|^1\.\.\d+|^\[ *(=+|-+|PASSED|FAILED) *\]|^# (tests|pass|fail)\b/;

/** Console lines that tell something beyond the results. */
function consoleText(mark: Mark, { console, forReaders, test }: Evidence): string | null {
  const failed = (test?.cases ?? []).filter((c) => c.status !== 'pass');
  const repeats = (line: string): boolean =>
    failed.some(
      (c) => line.includes(c.name) && (c.message ?? '').split('\n').every((part) => line.includes(part)),
    );
  const rest = (forReaders?.console ?? console)
    .split(/\r?\n/)
    .filter((line) => !SUMMARY.test(line) && !repeats(line));
  const text = rest.join('\n').trim();
  return text === '' ? null : mark('device console', text, CONSOLE, 'end');
}

function attemptsText(mark: Mark, attempts: readonly Attempt[]): string | null {
  const last = attempts.slice(-ATTEMPTS);
  if (last.length === 0) return null;
  return lines(
    `Changes tried before, which did not help and were taken back${some('last', ATTEMPTS, attempts.length)}:`,
    ...last.map((attempt) => mark(`attempt: ${attempt.outcome}`, attempt.patch, PATCH)),
  );
}

/** What a planner made of the repository before anything ran. */
function designText(mark: Mark, { forReaders }: Evidence): string | null {
  if (!forReaders || forReaders.design === null) return null;
  const block = mark('design', forReaders.design, DESIGN);
  return lines(
    'What others held for likely before anything ran, unchecked; the results below count for more:',
    block,
  );
}

/** Everything but the sources that a model is told of a run, length-limited and marked. */
export function evidenceText(mark: Mark, evidence: Evidence): string {
  return lines(
    mark('goal of the task', evidence.goal, 1000),
    designText(mark, evidence),
    targetText(mark, evidence),
    `Cases that must pass: ${evidence.targets.join(', ')}`,
    evidence.constraints.length > 0 ? `Constraints: ${evidence.constraints.join('; ')}` : null,
    buildText(mark, evidence.build),
    testsText(mark, evidence),
    consoleText(mark, evidence),
    evidence.logs.length > LOGS ? `Logs${some('first', LOGS, evidence.logs.length)}:` : null,
    ...evidence.logs.slice(0, LOGS).map((log) => mark(`log ${log.name}`, log.text, LOG, 'end')),
    attemptsText(mark, evidence.attempts),
    evidence.searched === undefined
      ? null
      : lines('A search for single edits by rules found nothing:', mark('search', evidence.searched, 1500)),
  );
}

/** Declared logs that `evidenceText` shows, as files of the repository: for the ledger, and for whoever is asked whether they may be sent. */
export const logFiles = ({ logs }: Evidence): string[] =>
  logs.slice(0, LOGS).flatMap(({ file }) => file ?? []);

/** Of an analysis: so many hypotheses, and characters of one text. */
const HYPOTHESES = 8;
const FIELD = 300;

/** What of an analysis goes on to the next prompt, field by field: it may be a model's own words, or rest on a device's. */
export function analysisText(mark: Mark, analysis: Analysis): string {
  const { root_cause, hypothesis_list, patch_plan, confidence } = analysis;
  const told = {
    root_cause: root_cause?.slice(0, FIELD) ?? null,
    confidence,
    hypotheses: hypothesis_list.slice(0, HYPOTHESES).map((one) => ({
      cause: one.cause.slice(0, FIELD),
      confidence: one.confidence,
      ...(one.location && { file: one.location.file, line: one.location.line }),
    })),
    change_points: (patch_plan?.change_points ?? [])
      .slice(0, HYPOTHESES)
      .map((point) => point.slice(0, FIELD)),
  };
  return mark('analysis', JSON.stringify(told), LOG);
}

/** The computed facts of a decision; case names are the repository's. */
export function factsText(mark: Mark, { heldOutFailed: _, ...facts }: DecisionFacts): string {
  return mark('facts', JSON.stringify(facts, englishWords), LOG);
}

/** The compiler's words about a trial that did not build. */
export const buildFailureText = (mark: Mark, build: BuildResult): string => buildText(mark, build);
