import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { SessionWork, TaskWork } from '../session-work.js';

const NO_TASK: Problem = {
  code: 'USAGE',
  message: text`this session has no task, so nothing says how to build and test`,
  next: text`start the session with a task file: --task TASK.yaml`,
};

/** The session's task. Errors: USAGE where it has none. */
export const taskOf = ({ task }: Pick<SessionWork, 'task'>): Result<TaskWork> =>
  task === null ? fail(NO_TASK) : ok(task);

/** As `taskOf`, as a check of a tool. */
export const needsTask = async (work: Pick<SessionWork, 'task'>): Promise<Result<void>> => {
  const task = taskOf(work);
  return task.ok ? ok(undefined) : task;
};
