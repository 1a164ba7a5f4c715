import { fail, type Result } from '../../../../shared/problem.js';
import type { ParserName } from '../../../../shared/test-parsers.js';
import type { SessionEnd } from '../../../bench/environment.js';
import type { CaseParser } from '../../../bench/results/parse.js';
import type { Expected } from '../../../bench/results/parsed-output.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import { notFromPatched, parserNamed, proposedParser } from '../../../tools/results/parser.js';
import { parserOfTask } from '../../../tools/results/task-parser.js';
import type { FirmwareBench } from '../bench.js';

/** The parser of a run: the task's, else what the untouched tree's output proposed; null until then. */
export function parserOf(ctx: FirmwareContext, { loaded }: FirmwareBench): CaseParser | null {
  const name = parserOfTask(loaded.task) ?? ctx.parser ?? null;
  return name === null ? null : parserNamed(name, loaded.task);
}

/** What was run is the tree without any patch. */
export const isUntouched = (ctx: FirmwareContext): boolean =>
  ctx.test_plan.image === 'baseline' || !differsFromBase(ctx);

/**
 * The parser that the output of the untouched tree proposes. Errors: TASK_MALFORMED where it proposes none or several, or
 * where it was patched code that printed it; ARTIFACT_MISSING where the console is gone.
 */
export async function chooseParser(
  ctx: FirmwareContext,
  bench: FirmwareBench,
  end: SessionEnd,
): Promise<Result<{ parser: CaseParser; proposed: ParserName }>> {
  if (!isUntouched(ctx)) return fail(notFromPatched(bench));
  return proposedParser(bench, end);
}

/**
 * How often a case is to be reported (design §3): as often as in the baseline, once where there was none. The first output of the
 * untouched tree is taken as it comes.
 */
export function expectedOf(ctx: FirmwareContext, untouched: boolean): Expected {
  const cases = ctx.baseline?.result?.cases;
  if (!cases) return untouched ? null : () => 1;
  const reports = new Map(cases.map((one) => [one.name, one.reports ?? 1]));
  return (name) => reports.get(name) ?? 1;
}
