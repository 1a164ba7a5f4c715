import { NOTICE } from '../../../../shared/events.js';
import { ok, type Result } from '../../../../shared/problem.js';
import { nested, text } from '../../../../shared/texts/words.js';
import type { Epic } from '../../../../shared/work-item.js';
import type { EffectIo } from '../../../engine/effect.js';
import { runnable } from '../../../lab/tasks/order.js';
import type { OrchestratorContext } from '../../../machine/orchestrator/context.js';
import type { CampaignBench } from '../bench.js';
import { taskOf } from './epics.js';

/** Whether nobody else works on an epic, and it can be gone on with. A task whose file or repository has gone is told of. */
export async function isOffered(epic: Epic, bench: CampaignBench, io: EffectIo): Promise<boolean> {
  const isFree = epic.campaign === null || epic.campaign === io.run || !bench.isAtWork(epic.campaign);
  const [first] = runnable(epic);
  if (!isFree || first === undefined) return false;
  const task = await taskOf(first, bench);
  if (!task.ok) io.progress(NOTICE, text`“${first.title}” cannot be resumed: ${nested(task.error.message)}`);
  return task.ok;
}

/** The next epic of those that were left from before, as it is now; null: none is left that could be gone on with. */
export async function nextInQueue(
  { resumable }: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
): Promise<Result<Epic | null>> {
  if (resumable.length === 0) return ok(null);
  const listed = await bench.store.list();
  if (!listed.ok) return listed;
  for (const { id } of resumable) {
    const epic = listed.value.find((one) => one.id === id);
    if (epic !== undefined && (await isOffered(epic, bench, io))) return ok(epic);
  }
  return ok(null);
}

/** The same, taken up for this campaign; one that another was faster to take is passed over. */
export async function takeNext(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
): Promise<Result<Epic | null>> {
  const next = await nextInQueue(ctx, bench, io);
  if (!next.ok || next.value === null) return next;
  const mine = { ...next.value, campaign: io.run };
  const taken = await bench.store.take(mine, io.run);
  if (taken.ok) return ok(mine);
  if (taken.error.code !== 'RUN_OWNED') return taken;
  return takeNext({ ...ctx, resumable: ctx.resumable.filter(({ id }) => id !== mine.id) }, bench, io);
}
