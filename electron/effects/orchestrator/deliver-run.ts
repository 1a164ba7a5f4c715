import type { Delivered } from '../../../shared/campaign.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { EffectIo } from '../../engine/effect.js';
import type { DeliveryContext } from '../../machine/delivery/context.js';
import { startDelivery } from '../delivery/start.js';
import type { CampaignBench } from './bench.js';
import type { RunFacts } from './claims/run-facts.js';

/**
 * Has delivery take the work of a run to a commit, as a child node; null where the run has nothing to commit. Errors: what keeps the delivery
 * from being started.
 */
export async function deliverRun(
  bench: CampaignBench,
  io: EffectIo,
  { run, ctx, ending, accepted }: RunFacts,
): Promise<Result<Delivered | null>> {
  const at = ctx.repo_snapshot;
  const hasWork = ending.exit === 0 && at !== null && at.base_commit !== at.current_commit;
  if (!hasWork && accepted === null) return ok(null);
  const { provider, roles, approvals } = bench.header;
  const asked = { machine: 'delivery' as const, of: run, deploy: [], provider, roles };
  const started = await startDelivery({ ...bench.starting, approvals }, asked);
  if (!started.ok) return started;
  const end = await io.child({ kind: 'delivery', machine: 'delivery', ...started.value });
  if (!end.ok) return end;
  const { node, context } = end.value;
  // a delivery ends with the context of its own kit
  const { committed } = context as DeliveryContext;
  return ok({
    ...{ run, node, outcome: end.value.ending.status, reason: end.value.ending.reason },
    commit: committed && { branch: committed.branch, commit: committed.commit },
  });
}
