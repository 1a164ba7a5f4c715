import { readFile } from 'node:fs/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Task } from '../../../shared/task.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import { text } from '../../../shared/texts/words.js';
import type { SessionEnd } from '../../bench/environment.js';
import { FORMATS } from '../../bench/results/formats.js';
import { type CaseParser, named } from '../../bench/results/parse.js';
import { type Proposal, proposeParser } from '../../bench/results/propose.js';
import { byTemplate, type Select } from '../../bench/results/select.js';
import type { TestWork } from '../target/test-work.js';

/** A parser as the task sets it up. */
export const parserNamed = (name: ParserName, { test }: Task): CaseParser => ({
  name,
  pattern: test.pattern ?? null,
});

/**
 * The parser that an output proposes. Errors: TASK_MALFORMED where it proposes none or several; ARTIFACT_MISSING where the
 * console is gone.
 */
export async function proposedParser(
  work: Pick<TestWork, 'loaded' | 'profile'>,
  end: SessionEnd,
): Promise<Result<{ parser: CaseParser; proposed: ParserName }>> {
  const content = await readFile(end.consoleFile, 'utf8').catch((error: Error) => error);
  if (content instanceof Error) {
    const message = text`the console log is gone: ${content.message}`;
    return fail({ code: 'ARTIFACT_MISSING', message, where: end.consoleFile });
  }
  const isProgram = work.profile.kind === 'host';
  const proposal = proposeParser(content, end, isProgram);
  if (proposal.kind !== 'one') return fail(undecided(work, proposal));
  return ok({ parser: parserNamed(proposal.parser, work.loaded.task), proposed: proposal.parser });
}

/** How single cases are chosen, by the task's own arguments or as the parser knows it; null where the task does not allow it. */
export function selectOf({ test }: Task, parser: CaseParser): Select | null {
  if (test.selectWith) return byTemplate(test.selectWith);
  return test.select ? FORMATS[named(parser)].select : null;
}

const atParser = ({ loaded }: Pick<TestWork, 'loaded'>): string => `${loaded.file}: test.parser`;

function undecided(work: Pick<TestWork, 'loaded'>, proposal: Exclude<Proposal, { kind: 'one' }>): Problem {
  const message =
    proposal.kind === 'none'
      ? text`no known format reads a case from the output; tried: ${proposal.lookedFor.join(', ')}`
      : text`several formats read the output: ${proposal.likely.map(({ format, cases }) => `${format} (${cases})`).join(', ')}`;
  return {
    code: 'TASK_MALFORMED',
    message,
    where: atParser(work),
    next: text`set test.parser in the task file (docs/task-file.md, "Parsers") and start again`,
  };
}

/** A patch must not choose how it is judged. */
export const notFromPatched = (work: Pick<TestWork, 'loaded'>): Problem => ({
  code: 'TASK_MALFORMED',
  message: text`the task sets no test.parser, and the output of the tree without a patch does not show which one fits`,
  where: atParser(work),
  next: text`set test.parser in the task file and start again`,
});
