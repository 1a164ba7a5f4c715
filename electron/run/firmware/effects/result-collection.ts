import type { Problem } from '../../../../shared/problem.js';
import type { TestResult } from '../../../../shared/results.js';
import { unmatchedPatterns } from '../../../bench/results/names.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from '../bench.js';
import { unbuiltResult } from '../build.js';
import { collectResult } from '../collect.js';
import { readEnd, readSubject } from '../session.js';

/** RESULT_COLLECTION: console and artifacts to cases, fault, metrics (seed §5.13). */
export const resultCollection: FirmwareEffect = async (ctx, bench, io) => {
  const id = ctx.test_session_id ?? '';
  io.progress('FETCH_LOGS');
  const subject = await readSubject(bench, id);
  if (!subject.ok) return missing(subject.error);
  if (subject.value.unbuilt) return normalized(unbuiltResult(subject.value.image));
  const end = await readEnd(bench, id);
  if (!end.ok) return missing(end.error);
  io.progress('NORMALIZE');
  const known = (ctx.baseline?.result?.cases ?? []).map((c) => c.name);
  const operation = io.operationId('symbols');
  const collected = await collectResult(bench, subject.value, end.value, { operation, known });
  if (!collected.ok) return missing(collected.error);
  const wrong = patternsWithoutCase(
    ctx,
    bench,
    collected.value.result,
    collected.value.parsed.cases.map((c) => c.name),
  );
  if (wrong) return missing(wrong);
  io.progress('ATTACH_ARTIFACTS');
  return normalized(collected.value.result);
};

/** A run of the untouched tree came to its proper end and still has no case for a pattern: the task is wrong. */
function patternsWithoutCase(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  result: TestResult,
  reported: readonly string[],
): Problem | null {
  const proper = result.ended_by === 'pattern' || result.ended_by === 'exit';
  if (differsFromBase(ctx) || !proper || reported.length === 0 || result.fault) return null;
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

const missing = (problem: Problem): FirmwareOutcome => ({
  type: 'artifacts_missing',
  reason: problem.message,
  evidence: [],
  problem,
});
