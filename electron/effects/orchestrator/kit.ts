import { approver } from '../../engine/approver.js';
import { defineKit } from '../../engine/kit.js';
import { compile } from '../../machine/compile.js';
import { firstOrchestratorContext, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorEvent } from '../../machine/orchestrator/events.js';
import type {
  OrchestratorState,
  OrchestratorWaits,
  OrchestratorWork,
} from '../../machine/orchestrator/states.js';
import { orchestrator } from '../../machine/orchestrator/table.js';
import type { KitParts } from '../parts.js';
import type { CampaignBench } from './bench.js';
import { campaignEffects } from './effects.js';
import { type OrchestratorHeader, OrchestratorHeaderSchema } from './header.js';
import { hear } from './hear.js';
import { notACampaigns } from './not-a-goal.js';
import { openCampaign } from './open-campaign.js';
import { askResume, askSwitch } from './questions.js';
import { CAMPAIGN_RESUME } from './resume.js';

/** A campaign, as the engine takes it. */
export const orchestratorKit = defineKit<
  OrchestratorContext,
  OrchestratorState,
  OrchestratorWork,
  OrchestratorWaits,
  OrchestratorEvent,
  CampaignBench,
  OrchestratorHeader,
  KitParts
>({
  machine: compile(orchestrator),
  header: OrchestratorHeaderSchema,
  first: ({ goal, isMock, autoResume }, { run }) =>
    firstOrchestratorContext({ run, isMock, autoResume, hasGoal: goal !== '' }),
  begin: ({ goal }) => ({ type: 'user_input', reason: goal, evidence: [], text: goal, isFirst: true }),
  effects: campaignEffects,
  resume: CAMPAIGN_RESUME,
  asks: { RESUME_ASK: askResume, ASK_SWITCH: askSwitch },
  messages: { answer: 'event', message: 'event' },
  news: null,
  hear,
  refuses: (message, { context }) => notACampaigns(message, context),
  isUninterrupted: () => false,
  approves: ({ approvals, policy }, given) => approver(given ?? approvals, policy),
  timeoutMs: ({ policy }, state) =>
    state === 'RESUME_ASK' || state === 'ASK_SWITCH'
      ? Number.POSITIVE_INFINITY
      : policy.stateTimeoutSec.orchestrator[state] * 1000,
  teardownMs: ({ policy }) => policy.teardownSec * 1000,
  open: openCampaign,
  close: async () => undefined,
});
