import { text } from '../../../shared/texts/words.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { taskOf } from './tasks/epics.js';

/** RESEARCH_EVAL: whether what was found is enough, or somebody is asked again, or the plan no longer fits. */
export const researchEval: CampaignEffect = async (ctx, bench) => {
  const { waiting, dead, results, findings, round } = ctx.research;
  const moved = await hasMoved(ctx, bench);
  if (!moved.ok) return fatal(moved.error, 'RESEARCH_EVAL');
  if (moved.value)
    return {
      type: 'need_replan',
      reason: text`the repository has a newer commit than the plan`,
      evidence: [],
    };
  const again = round === 1 ? dead.map(({ agent }) => agent) : [];
  const agents = [...waiting, ...again];
  if (agents.length > 0)
    return {
      type: 'need_more_results',
      reason:
        again.length === 0
          ? text`still waited for: ${agents.join(', ')}`
          : text`asked again: ${agents.join(', ')}`,
      evidence: [],
      agents,
    };
  if (results.length === 0)
    return { type: 'need_replan', reason: text`no agent brought anything`, evidence: [] };
  return {
    type: 'enough_info',
    reason: text`agents that brought something: ${results.length}; findings: ${findings.length}`,
    evidence: results.flatMap(({ files }) => files.map(({ path }) => path)),
  };
};

async function hasMoved(ctx: OrchestratorContext, bench: CampaignBench) {
  const item = currentItem(ctx);
  const planned = item && ctx.plan?.commits[item.id];
  if (item === null || planned === null || planned === undefined) return { ok: true as const, value: false };
  const task = await taskOf(item, bench);
  return task.ok ? { ok: true as const, value: task.value.loaded.baseCommit !== planned } : task;
}
