import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Input } from '../../shared/ipc.js';
import type { TaskOfRun } from '../../shared/panels.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { TaskAsked } from '../../shared/task-asked.js';
import type { Core } from '../core/core-api.js';
import type { Desktop } from './desktop.js';
import type { Drives } from './drives.js';

/**
 * Starts the task of a run again, with what the person changed for it. The path is the journal's, never the window's. What
 * was approved for the earlier run is asked anew: its repository may have changed.
 */
export async function startAgain(
  { core, drives }: { core: Core; drives: Pick<Drives, 'start'> },
  { run, searchSec, provider, pace }: Input<'again'>,
): Promise<Result<{ run: string }>> {
  const task = taskOf(core, run);
  if (!task.ok) return task;
  const { file } = task.value;
  const asked: TaskAsked = { machine: 'firmware-loop', taskFile: file, provider, overrides: { searchSec } };
  return drives.start({ approvals: 'ask', asked }, pace);
}

/** Opened by what the system has for such a file; anything else than YAML could be a program, and is only shown. */
const YAML = /\.ya?ml$/i;

/** Opens the task file of a run in the system's editor, or shows it in its folder where there is no editor for it. */
export async function openTask(
  { core, desktop }: { core: Core; desktop: Desktop },
  run: string,
): Promise<Result<void>> {
  const task = taskOf(core, run);
  if (!task.ok) return task;
  const file = path.resolve(task.value.file);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return fail(gone(file));
  if (!YAML.test(file) || (await desktop.openFile(file)) !== '') desktop.showInFolder(file);
  return ok(undefined);
}

function taskOf(core: Core, run: string): Result<TaskOfRun> {
  const details = core.details(run);
  if (!details.ok) return details;
  const task = details.value.nodes[0]?.panels.task;
  return task ? ok(task) : fail(noTask(run));
}

const noTask = (run: string): Problem => ({
  code: 'TASK_NOT_FOUND',
  message: 'the run does not say which task it was started from',
  where: run,
  next: 'start the task from its file',
});

const gone = (file: string): Problem => ({
  code: 'TASK_NOT_FOUND',
  message: 'there is no such task file any more',
  where: file,
  next: 'it was moved or removed; start the task from where it is now',
});
