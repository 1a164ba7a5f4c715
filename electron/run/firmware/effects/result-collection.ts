import type { Problem } from '../../../../shared/problem.js';
import type { Artifact, TestResult } from '../../../../shared/results.js';
import { unmatchedPatterns } from '../../../bench/results/names.js';
import { likelierFormat } from '../../../bench/results/parse.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from '../bench.js';
import { unbuiltResult } from '../build.js';
import { type Collected, collectResult } from '../collect.js';
import { readEnd, readSubject } from '../session.js';

/** RESULT_COLLECTION: console and artifacts to cases, fault, metrics (seed §5.13). */
export const resultCollection: FirmwareEffect = async (ctx, bench, io) => {
  const id = ctx.test_session_id ?? '';
  io.progress('FETCH_LOGS');
  const subject = readSubject(bench, id);
  if (!subject.ok) return missing(subject.error);
  if (subject.value.unbuilt) return normalized(unbuiltResult(subject.value.image));
  const end = readEnd(bench, id);
  if (!end.ok) return missing(end.error);
  io.progress('NORMALIZE');
  const operation = io.operationId('symbols');
  const collected = await collectResult(bench, subject.value, end.value, {
    operation,
    baseline: ctx.baseline?.result ?? null,
  });
  if (!collected.ok) return missing(collected.error);
  const wrong = whatTheTaskHasWrong(ctx, bench, collected.value);
  if (wrong) return missing(wrong, collected.value.result.artifacts);
  io.progress('ATTACH_ARTIFACTS');
  return normalized(collected.value.result);
};

/** Only a run of the untouched tree that did not fault tells about the task. */
function whatTheTaskHasWrong(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  { result, parsed, console }: Collected,
): Problem | null {
  if (differsFromBase(ctx) || result.fault) return null;
  return parsed.cases.length === 0
    ? otherFormat(bench, console)
    : patternsWithoutCase(
        bench,
        result,
        parsed.cases.map((c) => c.name),
      );
}

/** No case was read, and another parser reads some. */
function otherFormat(bench: FirmwareBench, console: string): Problem | null {
  const { parser } = bench.loaded.task.test;
  const likelier = likelierFormat(console, parser);
  if (likelier === null) return null;
  const { format, cases } = likelier;
  return {
    code: 'TASK_MALFORMED',
    message: `no case can be read by the parser ${parser}; the output looks like ${format}, with ${cases} cases`,
    where: `${bench.loaded.file}: test.parser`,
    next: `set test.parser to ${format} in the task file and start again`,
  };
}

/** A run came to its proper end and still has no case for a pattern. */
function patternsWithoutCase(
  bench: FirmwareBench,
  result: TestResult,
  reported: readonly string[],
): Problem | null {
  const proper = result.ended_by === 'pattern' || result.ended_by === 'exit';
  if (!proper) return null;
  const { cases, heldOut } = bench.loaded.task.test;
  const wrong = unmatchedPatterns([...cases, ...heldOut], reported);
  if (wrong.length === 0) return null;
  return {
    code: 'TASK_MALFORMED',
    message: `no case matches ${wrong.join(', ')}; the target reports: ${reported.slice(0, 20).join(', ')}`,
    where: `${bench.loaded.file}: test.cases`,
    next: 'correct the patterns in the task file and start again',
  };
}

const normalized = (result: TestResult): FirmwareOutcome => {
  const passed = result.cases.filter((c) => c.status === 'pass').length;
  return {
    type: 'result_normalized',
    reason: `${passed} of ${result.cases.length} cases pass${result.fault ? `, ${result.fault.kind}` : ''}`,
    evidence: result.artifacts.map((a) => a.path),
    result,
  };
};

const missing = (problem: Problem, artifacts: readonly Artifact[] = []): FirmwareOutcome => ({
  type: 'artifacts_missing',
  reason: problem.message,
  evidence: artifacts.map((a) => a.path),
  problem,
});
