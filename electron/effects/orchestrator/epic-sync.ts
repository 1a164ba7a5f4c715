import { ok, type Result } from '../../../shared/problem.js';
import { joined, text } from '../../../shared/texts/words.js';
import { type Epic, isUnfinished } from '../../../shared/work-item.js';
import { runnable } from '../../lab/tasks/order.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect, CampaignOutcome } from './bench.js';
import { fatal } from './problems.js';
import { newEpic, taskFilesIn, withTasks } from './tasks/epics.js';
import { takeNext } from './tasks/queue.js';

/** EPIC_SYNC: the epic as the operator wants it, in the task store. */
export const epicSync: CampaignEffect = async (ctx, bench, io) => {
  const epic = await epicFor(ctx, bench, io.run);
  if (epic === 'left') return leftTo(ctx.doubt?.conflict?.campaign ?? '');
  if (epic === 'given up') return { type: 'cancel', reason: GIVEN_UP, evidence: [] };
  if (!epic.ok) return fatal(epic.error, 'EPIC_SYNC');
  const mine = { ...epic.value, campaign: io.run };
  const written = await bench.store.take(mine, io.run);
  if (!written.ok) return fatal(written.error, 'EPIC_SYNC');
  const dropped = bench.claims.drop(io.run);
  if (!dropped.ok) return fatal(dropped.error, 'EPIC_SYNC');
  const isOver = mine.items.length > 0 && runnable(mine).length === 0;
  const next = isOver ? await takeNext(ctx, bench, io) : ok(null);
  if (!next.ok) return fatal(next.error, 'EPIC_SYNC');
  if (next.value !== null) {
    const reason = text`no item of “${mine.goal}” is left; goes on with “${next.value.goal}”`;
    return { type: 'bd_upsert_done', reason, evidence: [], epic: next.value };
  }
  const { missing } = namedIn(ctx, bench);
  const reason = joined(
    text`items of “${mine.goal}”: ${mine.items.length}`,
    ...missing.map((file) => text`there is no task file ${file}`),
  );
  return { type: 'bd_upsert_done', reason, evidence: [], epic: mine };
};

const GIVEN_UP = text`the goal is given up: it has no task`;

/** Task files that the answer at hand names. */
const namedIn = ({ answer, words }: OrchestratorContext, { header }: CampaignBench) =>
  taskFilesIn(answer === null ? '' : (words.at(-1) ?? ''), header.here);

const leftTo = (campaign: string): CampaignOutcome => ({
  type: 'cancel',
  reason: text`the tasks are left to campaign ${campaign}`,
  evidence: [],
});

/** `left`: all of its tasks are another campaign's. `given up`: it has none, and the operator wants no other. */
async function epicFor(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  run: string,
): Promise<Result<Epic> | 'left' | 'given up'> {
  const { doubt, answer } = ctx;
  if (doubt === null || answer === null) return ctx.epic === null ? newEpic(ctx, bench) : ok(ctx.epic);
  if (doubt.conflict !== null && doubt.isAtWork) return besides(ctx, doubt.conflict, bench);
  if (doubt.conflict !== null) return resolved(ctx, doubt.conflict, bench, run);
  const before = ctx.epic === null ? await newEpic(ctx, bench) : ok(ctx.epic);
  if (!before.ok) return before;
  if (answer === 'switch' && before.value.items.length === 0) return 'given up';
  const kept = answer === 'switch' ? givenUp(before.value, ctx.current, bench.now()) : before.value;
  return withTasks(kept, namedIn(ctx, bench).found, bench);
}

/** Another campaign works on the same task, and nobody takes it away: take it up beside that one, only what that one has not, or nothing. */
async function besides(
  ctx: OrchestratorContext,
  conflict: Epic,
  bench: CampaignBench,
): Promise<Result<Epic> | 'left'> {
  if (ctx.answer === 'keep') return 'left';
  const epic = await newEpic(ctx, bench);
  if (!epic.ok || ctx.answer !== 'merge') return epic;
  const theirs = conflict.items.filter(isUnfinished).map(({ task_file }) => task_file);
  const own = bench.header.taskFiles.filter((file) => !theirs.includes(file));
  return own.length === 0 ? 'left' : withTasks({ ...epic.value, items: [] }, own, bench);
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
