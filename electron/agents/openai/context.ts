import type { Analysis, DecisionFacts } from '../../../shared/judgement.js';
import type { BuildResult, Fault, TestResult } from '../../../shared/results.js';
import type { Attempt, Evidence } from '../provider.js';
import { untrusted } from './untrusted.js';

/** Limits of what a model is shown, in characters and numbers of entries. */
const CONSOLE = 8000;
const LOG = 4000;
const LOGS = 4;
const DIAGNOSTICS = 20;
const CASES = 40;
const ATTEMPTS = 3;
const PATCH = 3000;

const lines = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join('\n');

const at = (location?: { file: string; line: number }): string =>
  location ? `${location.file}:${location.line}: ` : '';

function buildText(build: BuildResult | null): string {
  if (!build) return 'Build: not tried yet.';
  const worst = [...build.diagnostics].sort(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  );
  const text = worst.slice(0, DIAGNOSTICS).map((d) => `${at(d.location)}${d.severity}: ${d.message}`);
  return lines(
    `Build: ${build.success ? 'passed' : 'failed'}.`,
    text.length > 0 ? untrusted('compiler and linker', text.join('\n'), LOG) : null,
  );
}

const faultText = (fault: Fault): string =>
  `${at(fault.location)}${fault.kind} pc=${fault.pc ?? '?'} ${fault.causes.join(', ')}${
    fault.caller ? `, called from ${fault.caller.file}:${fault.caller.line}` : ''
  }`;

function testText(title: string, test: TestResult | null): string | null {
  if (!test) return null;
  const passed = test.cases.filter((c) => c.status === 'pass').length;
  const rest = test.cases.filter((c) => c.status !== 'pass' && c.status !== 'skip');
  const detail = lines(
    ...rest.slice(0, CASES).map((c) => `${at(c.location)}${c.name}: ${c.status} ${c.message ?? ''}`),
    test.fault ? faultText(test.fault) : null,
    test.stuck_at ? `program counter at the end: ${at(test.stuck_at)}${test.stuck_at.function ?? ''}` : null,
  );
  return lines(
    `${title}: ${passed} cases passed, ${rest.length} did not; the session ended by ${test.ended_by}${test.incomplete ? ` (${test.incomplete})` : ''}.`,
    detail === '' ? null : untrusted('cases that did not pass', detail, LOG),
  );
}

function attemptsText(attempts: readonly Attempt[]): string | null {
  const last = attempts.slice(-ATTEMPTS);
  if (last.length === 0) return null;
  return lines(
    'Changes tried before, which did not help:',
    ...last.map((attempt) => untrusted(`attempt: ${attempt.outcome}`, attempt.patch, PATCH)),
  );
}

/** Everything but the sources that a model is told of a run, length-limited and marked. */
export function evidenceText(evidence: Evidence): string {
  return lines(
    untrusted('goal of the task', evidence.goal, 1000),
    `Cases that must pass: ${evidence.targets.join(', ')}`,
    evidence.constraints.length > 0 ? `Constraints: ${evidence.constraints.join('; ')}` : null,
    buildText(evidence.build),
    testText('Tests', evidence.test),
    testText('Tests before any change', evidence.baseline),
    evidence.console === '' ? null : untrusted('device console', evidence.console, CONSOLE, 'end'),
    ...evidence.logs.slice(0, LOGS).map((log) => untrusted(`log ${log.name}`, log.text, LOG, 'end')),
    attemptsText(evidence.attempts),
  );
}

/** An analysis as data: it may be a model's own words, or rest on a device's. */
export const analysisText = (analysis: Analysis): string =>
  untrusted(
    'analysis',
    JSON.stringify({ ...analysis, hypothesis_list: analysis.hypothesis_list.slice(0, 8) }),
    LOG,
  );

/** The computed facts of a decision; case names are the repository's. */
export const factsText = (facts: DecisionFacts): string => untrusted('facts', JSON.stringify(facts), LOG);

/** The compiler's words about a trial that did not build. */
export const buildFailureText = (build: BuildResult): string => buildText(build);
