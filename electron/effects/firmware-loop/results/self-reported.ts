import type { TestCase, TestResult } from '../../../../shared/results.js';
import { verdictText } from '../../../../shared/test-parsers.js';
import { type CaseParser, named } from '../../../bench/results/parse.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { type ChangedCode, changedCode } from '../../../workspace/told-by.js';
import type { FirmwareBench } from '../bench.js';
import { isUntouched } from './test-parser.js';

/**
 * Marks the cases whose verdict is the word of the program under test alone: the one of `exit`, and those whose output the patched code
 * itself prints: a file that a patch changed holds the texts of verdicts, the case's name, or its assertion.
 */
export async function markSelfReported(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  parser: CaseParser,
  result: TestResult,
): Promise<TestResult> {
  if (named(parser) === 'exit') return marked(result, () => true);
  if (isUntouched(ctx) || ctx.repo_snapshot === null) return result;
  const { base_commit: from, current_commit: to } = ctx.repo_snapshot;
  const { pattern } = bench.loaded.task.test;
  const told = { parser: named(parser), verdict: pattern ? verdictText(pattern) : null };
  const code = await changedCode(bench.paths.clone, { from, to }, told);
  return marked(result, (one) => isOwn(code, one));
}

/** What was not reported tells nothing. */
const marked = (result: TestResult, isSelfReported: (one: TestCase) => boolean): TestResult => ({
  ...result,
  cases: result.cases.map((one) =>
    one.status !== 'missing' && isSelfReported(one) ? { ...one, self_reported: true as const } : one,
  ),
});

const isOwn = ({ files, names, tellsVerdicts }: ChangedCode, { name, location }: TestCase): boolean =>
  tellsVerdicts || names.has(name) || (location !== undefined && files.has(location.file));
