import type { Profile } from '../../../shared/profile.js';
import type { Task } from '../../../shared/task.js';
import type { ParserName } from '../../../shared/test-parsers.js';
import { wrongExpressions } from '../../bench/results/pattern.js';

/** What a task lacks for the parser that it names, and the field that it is about. */
export interface ParserFault {
  at: readonly (string | number)[];
  message: string;
  next: string;
}

/** The parser that a task names, by its name or by what only that one needs; null where it names none. */
export const parserOfTask = ({ test }: Task): ParserName | null =>
  test.parser ?? (test.results ? 'junit' : test.pattern ? 'pattern' : null);

/** The test is a program on this computer, which may write files and ends with an exit code. */
const runsProgram = ({ kind }: Profile): boolean => kind === 'host' || kind === 'script';

/** What a parser needs of its task, and what belongs to another one; null where all is well. */
export function parserFault(task: Task, profile: Profile): ParserFault | null {
  const { test } = task;
  const parser = parserOfTask(task);
  if (parser === 'junit' && !test.results) {
    return {
      at: ['test', 'results'],
      message: 'found nothing, expected the files that the test writes',
      next: 'add test: { results: [build/results.xml] }',
    };
  }
  if (test.results && parser !== 'junit') return strange('results', 'junit', parser);
  if (test.results && !runsProgram(profile)) {
    return {
      at: ['test', 'results'],
      message: `found files, and the test on profile ${profile.id} is no program that could write them`,
      next: 'use a host or script profile, or a parser that reads the console',
    };
  }
  if (parser === 'pattern' && !test.pattern) {
    return {
      at: ['test', 'pattern'],
      message: 'found nothing, expected the expressions that read the output',
      next: 'docs/task-file.md, "Parsers", shows a whole example',
    };
  }
  if (test.pattern && parser !== 'pattern') return strange('pattern', 'pattern', parser);
  return wrongSelect(test.selectWith) ?? wrongExpression(test.pattern);
}

const strange = (key: string, belongsTo: ParserName, parser: ParserName | null): ParserFault => ({
  at: ['test', key],
  message: `found a value, and the parser ${parser} reads none: it belongs to ${belongsTo}`,
  next: `remove it, or set test.parser to ${belongsTo}`,
});

function wrongSelect(template: Task['test']['selectWith']): ParserFault | null {
  if (!template || template.some((part) => part.includes('{case}'))) return null;
  return {
    at: ['test', 'selectWith'],
    message: 'found arguments without {case}, which stands for the name of a case',
    next: 'for example selectWith: [--only, "{case}"]',
  };
}

function wrongExpression(pattern: Task['test']['pattern']): ParserFault | null {
  const wrong = pattern && wrongExpressions(pattern)[0];
  if (!wrong) return null;
  return {
    at: ['test', 'pattern', ...wrong.at],
    message: `the expression ${wrong.why}`,
    next: 'see https://github.com/google/re2/wiki/Syntax',
  };
}
