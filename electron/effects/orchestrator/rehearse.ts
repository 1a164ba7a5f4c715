import path from 'node:path';
import { ok } from '../../../shared/problem.js';
import type { EffectIo } from '../../engine/effect.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorEvent } from '../../machine/orchestrator/events.js';
import { lacksHeader, type Rehearse } from '../parts.js';
import { replayedIo, replayedParts, replayedSeats } from '../rehearsing.js';
import type { CampaignBench, CampaignOutcome } from './bench.js';
import { detailDesign } from './detail-design.js';
import { OrchestratorHeaderSchema } from './header.js';
import { byPlanner } from './intake.js';
import { openCampaign } from './open-campaign.js';
import { planReview } from './plan-review.js';
import { replanPatch } from './replan-patch.js';
import { acceptAgain } from './risks-by-model.js';

type Again = (
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  recorded: OrchestratorEvent,
) => Promise<CampaignOutcome>;

/** What replies lead to, by state, with the events that it can be; any other came from outside, or from rules. */
const JUDGED: Readonly<Record<string, { of: readonly OrchestratorEvent['type'][]; again: Again }>> = {
  INTAKE: { of: ['intake_ok', 'confidence_lt_0_6'], again: byPlanner },
  PLAN_REVIEW: {
    of: ['non_blocking_feedback', 'pass_or_feedback_limit_reached'],
    again: async (ctx, bench, io, recorded) => {
      const now = await planReview(ctx, bench, io);
      // risks that rules see are read from the task's files
      return now.type === 'pass_or_feedback_limit_reached' && now.type === recorded.type ? recorded : now;
    },
  },
  DETAIL_DESIGN: { of: ['design_ready'], again: detailDesign },
  REPLAN_PATCH: { of: ['patch_applied', 'confidence_lt_0_6'], again: replanPatch },
  REVIEW_ACCEPT: {
    of: ['pass', 'next_task', 'reject_or_retry', 'requirement_changed_or_blocked'],
    again: acceptAgain,
  },
};

/** Plays the judgements of a campaign again. No run is dispatched, and no task is read. */
export const rehearseCampaign: Rehearse = async (parts) => {
  const { dir, wasmDir, node } = parts;
  const stored = OrchestratorHeaderSchema.safeParse(parts.header);
  if (!stored.success) return lacksHeader;
  const header = stored.data;
  const byRules = {
    ...{ ...header, provider: 'rules' as const, roles: {}, taskFiles: [], here: dir },
    policy: { ...header.policy, beads: [] },
  };
  const place = { run: 'replay', node, dir };
  const opened = await openCampaign(replayedParts(path.join(dir, 'home'), wasmDir), byRules, place);
  if (!opened.ok) return opened;
  const seats = replayedSeats(parts, header);
  const player: CampaignBench['player'] = (role) => header.roles[role] ?? header.provider;
  const taskForModel = async (file: string): Promise<string> => file;
  const bench: CampaignBench = { ...opened.value, header, models: seats, player, taskForModel };
  return ok({
    isExact: () => true,
    judge: async ({ state, context, seq, event }) => {
      const [recorded, judged] = [event as OrchestratorEvent, JUDGED[state]];
      if (!judged?.of.includes(recorded.type)) return null;
      return judged.again(context as OrchestratorContext, bench, replayedIo(node, state, seq), recorded);
    },
    close: async () => undefined,
  });
};
