import { ok, type Result } from '../../../../shared/problem.js';
import type { Plan } from '../../../../shared/session.js';
import { PLAN } from '../../../agents/session/judgements.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';
import { judge } from './asking.js';
import { stepsFrom } from './steps.js';

/** A plan by the planner. Whether its calls are dangerous, each call's own gate says; files that change make it more than reading. */
export async function planByModel(
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
): Promise<Result<{ plan: Plan; records: readonly string[] }>> {
  const made = await judge({ role: 'PLANNER', judgement: PLAN }, ctx, bench, io);
  if (!made.ok) return made;
  const { steps, verification } = made.value.value;
  const changes = steps.some(({ files }) => files.length > 0);
  const plan: Plan = {
    ...{ plan_id: io.operationId('plan'), goal: ctx.goal, constraints: [...ctx.constraints] },
    steps: stepsFrom(steps, `turn${ctx.turn}-step`),
    verification: { ...verification, required: verification.mode !== 'none', stop_on_fail: true },
    risk_level: changes ? 'medium' : 'low',
    created_at: new Date(bench.work.now()).toISOString(),
  };
  return ok({ plan, records: made.value.records });
}
