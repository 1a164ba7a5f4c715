import { readFile } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Task } from '../../../../shared/task.js';
import type { ParserName } from '../../../../shared/test-parsers.js';
import { text } from '../../../../shared/texts/words.js';
import type { SessionEnd } from '../../../bench/environment.js';
import { FORMATS } from '../../../bench/results/formats.js';
import { type CaseParser, named } from '../../../bench/results/parse.js';
import type { Expected } from '../../../bench/results/parsed-output.js';
import { type Proposal, proposeParser } from '../../../bench/results/propose.js';
import { byTemplate, type Select } from '../../../bench/results/select.js';
import { differsFromBase } from '../../../machine/firmware-loop/assess.js';
import type { FirmwareContext } from '../../../machine/firmware-loop/context.js';
import type { FirmwareBench } from '../bench.js';
import { parserOfTask } from './task-parser.js';

/** The parser of a run: the task's, else what the untouched tree's output proposed; null until then. */
export function parserOf(ctx: FirmwareContext, { loaded }: FirmwareBench): CaseParser | null {
  const name = parserOfTask(loaded.task) ?? ctx.parser ?? null;
  return name === null ? null : withPattern(name, loaded.task);
}

const withPattern = (name: ParserName, { test }: Task): CaseParser => ({
  name,
  pattern: test.pattern ?? null,
});

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
  const content = await readFile(end.consoleFile, 'utf8').catch((error: Error) => error);
  if (content instanceof Error) {
    const message = text`the console log is gone: ${content.message}`;
    return fail({ code: 'ARTIFACT_MISSING', message, where: end.consoleFile });
  }
  const isProgram = bench.profile.kind === 'host';
  const proposal = proposeParser(content, end, isProgram);
  if (proposal.kind !== 'one') return fail(undecided(bench, proposal));
  return ok({ parser: withPattern(proposal.parser, bench.loaded.task), proposed: proposal.parser });
}

/** How single cases are chosen, by the task's own arguments or as the parser knows it; null where the task does not allow it. */
export function selectOf({ test }: Task, parser: CaseParser): Select | null {
  if (test.selectWith) return byTemplate(test.selectWith);
  return test.select ? FORMATS[named(parser)].select : null;
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

const atParser = ({ loaded }: FirmwareBench): string => `${loaded.file}: test.parser`;

/** A patch must not choose how it is judged. */
export const notFromPatched = (bench: FirmwareBench): Problem => ({
  code: 'TASK_MALFORMED',
  message: text`the task sets no test.parser, and the output of the tree without a patch does not show which one fits`,
  where: atParser(bench),
  next: text`set test.parser in the task file and start again`,
});

function undecided(bench: FirmwareBench, proposal: Exclude<Proposal, { kind: 'one' }>): Problem {
  const message =
    proposal.kind === 'none'
      ? text`no known format reads a case from the output; tried: ${proposal.lookedFor.join(', ')}`
      : text`several formats read the output: ${proposal.likely.map(({ format, cases }) => `${format} (${cases})`).join(', ')}`;
  return {
    code: 'TASK_MALFORMED',
    message,
    where: atParser(bench),
    next: text`set test.parser in the task file (docs/task-file.md, "Parsers") and start again`,
  };
}
