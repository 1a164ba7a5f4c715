import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { type Epic, isUnfinished } from '../../../shared/work-item.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { newEpic, taskFilesIn, withTasks } from './tasks/epics.js';

/** EPIC_SYNC: the epic as the operator wants it, in the task store. */
export const epicSync: CampaignEffect = async (ctx, bench, io) => {
  const epic = await epicFor(ctx, bench, io.run);
  if (!epic.ok) return fatal(epic.error, 'EPIC_SYNC');
  const mine = { ...epic.value, campaign: io.run };
  const written = await bench.store.take(mine, io.run);
  if (!written.ok) return fatal(written.error, 'EPIC_SYNC');
  const reason = text`items of “${mine.goal}”: ${mine.items.length}`;
  return { type: 'bd_upsert_done', reason, evidence: [], epic: mine };
};

async function epicFor(ctx: OrchestratorContext, bench: CampaignBench, run: string): Promise<Result<Epic>> {
  const { doubt, answer } = ctx;
  if (doubt === null || answer === null) return ctx.epic === null ? newEpic(ctx, bench) : ok(ctx.epic);
  const named = taskFilesIn(ctx.words.at(-1) ?? '', bench.header.here);
  if (doubt.conflict !== null) return resolved(ctx, doubt.conflict, bench, run);
  const before = ctx.epic === null ? await newEpic(ctx, bench) : ok(ctx.epic);
  if (!before.ok) return before;
  const kept = answer === 'switch' ? givenUp(before.value, ctx.current, bench.now()) : before.value;
  return withTasks(kept, named, bench);
}

/** Two epics for one task: keep the earlier one, put both together, or go on with the new one and end the earlier one's items. */
async function resolved(
  ctx: OrchestratorContext,
  conflict: Epic,
  bench: CampaignBench,
  run: string,
): Promise<Result<Epic>> {
  if (ctx.answer === 'keep') return ok(conflict);
  if (ctx.answer === 'merge')
    return withTasks({ ...conflict, goal: `${conflict.goal}; ${ctx.goal}` }, bench.header.taskFiles, bench);
  const files = bench.header.taskFiles;
  const left = conflict.items.map((item) =>
    isUnfinished(item) && item.task_file !== null && files.includes(item.task_file)
      ? { ...item, status: 'cancelled' as const, updated_at: bench.now() }
      : item,
  );
  const written = await bench.store.take({ ...conflict, items: left, updated_at: bench.now() }, run);
  return written.ok ? newEpic(ctx, bench) : written;
}

const givenUp = (epic: Epic, current: string | null, at: number): Epic => ({
  ...epic,
  items: epic.items.map((item) =>
    item.id === current && isUnfinished(item)
      ? { ...item, status: 'cancelled' as const, updated_at: at }
      : item,
  ),
});
