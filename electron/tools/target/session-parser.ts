import { fail, ok, type Result } from '../../../shared/problem.js';
import type { SessionEnd } from '../../bench/environment.js';
import type { CaseParser } from '../../bench/results/parse.js';
import { currentTree, treeOf } from '../../workspace/snapshot.js';
import { notFromPatched, parserNamed, proposedParser } from '../results/parser.js';
import { parserOfTask } from '../results/task-parser.js';
import type { TaskWork } from '../session-work.js';

/** How the results of a session's test are read. */
export interface SessionParser {
  /** The one that the task names; null where the output has to propose one. */
  known: CaseParser | null;
  /** Errors: TASK_MALFORMED where none fits, or where it was changed code that printed it; ARTIFACT_MISSING. */
  read(end: SessionEnd): Promise<Result<{ parser: CaseParser; isUntouched: boolean }>>;
}

/** Changed code must not choose how it is judged: only the output of the tree as it was proposes a parser. */
export async function sessionParser(task: TaskWork): Promise<SessionParser> {
  const { loaded, paths } = task;
  const name = parserOfTask(loaded.task);
  const known = name === null ? null : parserNamed(name, loaded.task);
  const [now, before] = [await currentTree(paths.clone), await treeOf(paths.clone, loaded.baseCommit)];
  const isUntouched = now.ok && before.ok && now.value === before.value;
  return {
    known,
    read: async (end) => {
      if (known !== null) return ok({ parser: known, isUntouched });
      if (!isUntouched) return fail(notFromPatched(task));
      const proposed = await proposedParser(task, end);
      return proposed.ok ? ok({ parser: proposed.value.parser, isUntouched }) : proposed;
    },
  };
}
