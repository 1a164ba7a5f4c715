import { ok, type Problem } from '../../../shared/problem.js';
import type { Artifact, TestResult } from '../../../shared/results.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import { text } from '../../../shared/texts/words.js';
import { unmatchedPatterns } from '../../bench/results/names.js';
import { type CaseParser, named } from '../../bench/results/parse.js';
import { likelierFormat } from '../../bench/results/propose.js';
import { differsFromBase } from '../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { endGrant } from '../../tools/board/permit.js';
import { nameFunctions } from '../../tools/results/asserting-function.js';
import { type Collected, collectResult } from '../../tools/results/collect.js';
import { whatWentWrong } from '../../tools/results/odd-end.js';
import { readEnd, readSubject } from '../../tools/target/session.js';
import type { FirmwareBench, FirmwareEffect, FirmwareOutcome } from './bench.js';
import { unbuiltResult } from './build/build.js';
import { markSelfReported } from './results/self-reported.js';
import { chooseParser, expectedOf, isUntouched, parserOf } from './results/test-parser.js';

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
  const known = parserOf(ctx, bench);
  const chosen = known
    ? ok({ parser: known, proposed: undefined })
    : await chooseParser(ctx, bench, end.value);
  if (!chosen.ok) return missing(chosen.error);
  const { parser, proposed } = chosen.value;
  const operation = io.operationId('symbols');
  const collected = await collectResult(bench, subject.value, end.value, {
    operation,
    baseline: ctx.baseline?.result ?? null,
    parser,
    expected: expectedOf(ctx, isUntouched(ctx)),
  });
  if (!collected.ok) return missing(collected.error);
  const odd = whatWentWrong(collected.value.result);
  if (odd !== null) await endGrant(bench, io, odd);
  const wrong = whatTheTaskHasWrong(ctx, bench, parser, collected.value);
  if (wrong) return missing(wrong, collected.value.result.artifacts);
  io.progress('ATTACH_ARTIFACTS');
  const placed = await nameFunctions(bench.functionAt, subject.value.tree, collected.value.result);
  return normalized(await markSelfReported(ctx, bench, parser, placed), proposed);
};

/** Only a run of the untouched tree that did not fault tells about the task. */
function whatTheTaskHasWrong(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  parser: CaseParser,
  { result, parsed, console }: Collected,
): Problem | null {
  if (differsFromBase(ctx) || result.fault) return null;
  return parsed.cases.length === 0
    ? otherFormat(bench, named(parser), console)
    : patternsWithoutCase(
        bench,
        result,
        parsed.cases.map((c) => c.name),
      );
}

/** No case was read, and another parser reads some. */
function otherFormat(bench: FirmwareBench, parser: ParserName, console: string): Problem | null {
  const likelier = likelierFormat(console, parser);
  if (likelier === null) return null;
  const { format, cases } = likelier;
  return {
    code: 'TASK_MALFORMED',
    message: text`the parser ${parser} reads no case; the output looks like ${format}, with ${cases} cases`,
    where: `${bench.loaded.file}: test.parser`,
    next: text`set test.parser to ${format} in the task file and start again`,
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
    message: text`no case matches ${wrong.join(', ')}; the target reports: ${reported.slice(0, 20).join(', ')}`,
    where: `${bench.loaded.file}: test.cases`,
    next: text`correct the patterns in the task file and start again`,
  };
}

const normalized = (result: TestResult, parser?: ParserName): FirmwareOutcome => {
  const passed = result.cases.filter((c) => c.status === 'pass').length;
  const all = result.cases.length;
  const told = result.fault
    ? text`${passed} of ${all} cases pass, ${result.fault.kind}`
    : text`${passed} of ${all} cases pass`;
  return {
    type: 'result_normalized',
    reason: parser ? text`${told}; this output settles the parser: ${parser}` : told,
    evidence: result.artifacts.map((a) => a.path),
    result,
    ...(parser ? { parser } : {}),
  };
};

const missing = (problem: Problem, artifacts: readonly Artifact[] = []): FirmwareOutcome => ({
  type: 'artifacts_missing',
  reason: problem.message,
  evidence: artifacts.map((a) => a.path),
  problem,
});
