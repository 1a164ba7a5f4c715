import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Profile } from '../../../../shared/profile.js';
import type { LoadedTask } from '../../../../shared/task.js';
import { text } from '../../../../shared/texts/words.js';
import type { Epic, WorkItem } from '../../../../shared/work-item.js';
import type { OrchestratorContext } from '../../../machine/orchestrator/context.js';
import { loadTask } from '../../firmware-loop/start/task-file.js';
import type { CampaignBench } from '../bench.js';

export interface KnownTask {
  loaded: LoadedTask;
  profile: Profile;
}

/** The task of an item, as its file and its repository are now. Errors: those of the file; USAGE where it has none. */
export const taskOf = (item: WorkItem, bench: CampaignBench): Promise<Result<KnownTask>> =>
  item.task_file === null
    ? Promise.resolve(fail(noTask(item)))
    : loadTask(item.task_file, bench.starting.profileDirs);

const noTask = ({ title }: WorkItem): Problem => ({
  code: 'USAGE',
  message: text`“${title}” has no task file, so that nothing could prove it`,
  next: text`name a task file in your answer`,
});

/** The epic of a new goal: an item for each task file. Those of one repository follow one another. */
export async function newEpic(ctx: OrchestratorContext, bench: CampaignBench): Promise<Result<Epic>> {
  const id = ctx.goals > 1 ? `${ctx.run}-${ctx.goals}` : ctx.run;
  const empty: Epic = { id, goal: ctx.goal, items: [], campaign: ctx.run, updated_at: bench.now() };
  const files = bench.header.taskFiles;
  if (files.length === 0 && bench.header.isMock) return ok({ ...empty, items: [madeUp(empty, bench)] });
  return withTasks(empty, files, bench);
}

const madeUp = ({ id, goal }: Epic, bench: CampaignBench): WorkItem => ({
  ...{ id: `${id}.1`, epic: id, title: goal, task_file: null, status: 'open', priority: 1, deps: [] },
  ...{ updated_at: bench.now(), run: null },
});

/** An epic with further tasks; those that it has already stay as they are. Errors: those of the task files. */
export async function withTasks(
  epic: Epic,
  files: readonly string[],
  bench: CampaignBench,
): Promise<Result<Epic>> {
  const items = [...epic.items];
  for (const file of files) {
    if (items.some(({ task_file }) => task_file === file)) continue;
    const task = await loadTask(file, bench.starting.profileDirs);
    if (!task.ok) return task;
    const before = await lastOfRepository(items, task.value.loaded.repoRoot, bench);
    const n = items.length + 1;
    items.push({
      ...{ id: `${epic.id}.${n}`, epic: epic.id, title: task.value.loaded.task.goal, task_file: file },
      ...{ status: 'open', priority: n, deps: before === null ? [] : [before], run: null },
      updated_at: bench.now(),
    });
  }
  return ok({ ...epic, items, updated_at: bench.now() });
}

/** What one task changes, the next one of that repository may need. */
async function lastOfRepository(
  items: readonly WorkItem[],
  repoRoot: string,
  bench: CampaignBench,
): Promise<string | null> {
  for (const item of [...items].reverse()) {
    const task = await taskOf(item, bench);
    if (task.ok && task.value.loaded.repoRoot === repoRoot) return item.id;
  }
  return null;
}

/** Task files that an operator's words name, as absolute paths: those that are there, and those that are not. */
export function taskFilesIn(words: string, here: string): { found: string[]; missing: string[] } {
  const named = words
    .split(/[\s,;，；、]+/)
    .filter((word) => /\.ya?ml$/i.test(word))
    .map((word) => path.resolve(here, word));
  const isThere = (file: string): boolean => existsSync(file) && statSync(file).isFile();
  return { found: named.filter(isThere), missing: named.filter((file) => !isThere(file)) };
}
