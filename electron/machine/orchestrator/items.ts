import type { Problem } from '../../../shared/problem.js';
import type { Epic, WorkItem } from '../../../shared/work-item.js';
import { attemptOf, type OrchestratorContext } from './context.js';

type Ctx = OrchestratorContext;

/** Changes the current item, and no other. */
export const withItem = ({ epic, current }: Ctx, change: (item: WorkItem) => WorkItem): Epic | null =>
  epic && { ...epic, items: epic.items.map((item) => (item.id === current ? change(item) : item)) };

/** The epic with the current item at that status. @param at epoch ms */
export function withStatus(ctx: Ctx, status: WorkItem['status'], at: number): Epic | null {
  const epic = withItem(ctx, (item) => ({ ...item, status, updated_at: at }));
  return epic && { ...epic, updated_at: at };
}

/** What the breaker counts starts anew. */
export const withoutFailures = ({ failed_dispatches: _, ...item }: WorkItem): WorkItem => item;

/** The epic with one more failed dispatch of the current item. */
export const withFailure = (ctx: Ctx, problem: Problem): Epic | null =>
  withItem(ctx, (item) => {
    const failure = { campaign: ctx.run, attempt: attemptOf(ctx, item.id), problem };
    return { ...item, failed_dispatches: [...(item.failed_dispatches ?? []), failure] };
  });
