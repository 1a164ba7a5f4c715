import type { Result } from '../../../../shared/problem.js';
import { ok } from '../../../../shared/problem.js';
import type { Epic, WorkItem } from '../../../../shared/work-item.js';
import { runnable } from '../../../lab/tasks/order.js';
import type { PlanBaseline } from '../../../machine/orchestrator/context.js';
import type { CampaignBench } from '../bench.js';
import { taskOf } from './epics.js';

/** Items in the order in which they are worked on: what can be done first, by priority, then what changed last. */
export function planned(epic: Epic): WorkItem[] {
  const ready = new Set(runnable(epic).map(({ id }) => id));
  return [...epic.items]
    .filter(({ status }) => status === 'open' || status === 'in_progress')
    .sort(
      (a, b) =>
        Number(ready.has(b.id)) - Number(ready.has(a.id)) ||
        a.priority - b.priority ||
        b.updated_at - a.updated_at,
    );
}

/** The plan of an epic as its repositories are now. Errors: what keeps the first item's task from being read. */
export async function planOf(
  epic: Epic,
  bench: CampaignBench,
): Promise<Result<{ plan: PlanBaseline; first: WorkItem } | null>> {
  const items = planned(epic);
  const [first] = items;
  if (first === undefined) return ok(null);
  const commits: Record<string, string> = {};
  for (const item of items) {
    if (item.task_file === null && bench.header.isMock) continue;
    const task = await taskOf(item, bench);
    if (!task.ok && item.id === first.id) return task;
    if (task.ok) commits[item.id] = task.value.loaded.baseCommit;
  }
  return ok({ plan: { order: items.map(({ id }) => id), commits }, first });
}
