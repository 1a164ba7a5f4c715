import * as z from 'zod';
import { DeliveredSchema, StageSchema } from '../../../shared/campaign.js';
import type { CampaignPanel } from '../../../shared/campaign-panel.js';
import {
  AGENTS,
  DeliverableSchema,
  MemoryLineSchema,
  ResidualRiskSchema,
} from '../../../shared/deliverables.js';
import { NO_PANELS } from '../../../shared/panels.js';
import { wordsSchema } from '../../../shared/texts/words.js';
import { EpicSchema, WorkItemSchema } from '../../../shared/work-item.js';
import { FEEDBACK_ROUNDS } from '../../machine/orchestrator/context.js';
import type { Show } from '../parts.js';
import { nextSteps } from './next-steps.js';
import { ranked } from './research/ranked.js';
import { attemptShown } from './shown-attempts.js';
import { agentsShown } from './shown-research.js';

const agent = z.enum(AGENTS);
const Brought = z.array(z.looseObject({ agent, files: z.array(DeliverableSchema) }));

const ShownSchema = z.looseObject({
  run: z.string(),
  end: z.looseObject({ status: z.string() }).nullable(),
  resumable: z.array(EpicSchema),
  isMock: z.boolean(),
  goal: z.string(),
  epic: EpicSchema.nullable(),
  earlier: z.array(WorkItemSchema).default([]),
  stages: z.array(StageSchema),
  deliverables: z.array(DeliverableSchema),
  risks: z.array(ResidualRiskSchema),
  current: z.string().nullable(),
  plan: z.looseObject({ order: z.array(z.string()) }).nullable(),
  objections: z.array(ResidualRiskSchema).default([]),
  feedback: z.record(z.string(), z.number()),
  research: z.looseObject({
    round: z.number(),
    waiting: z.array(agent),
    arrived: Brought,
    results: Brought,
    findings: z.array(MemoryLineSchema),
    dead: z.array(z.looseObject({ agent, why: wordsSchema })),
  }),
  design: DeliverableSchema.nullable(),
  handoff: z.array(DeliverableSchema),
  delivered: DeliveredSchema.nullable(),
});

const BodySchema = ShownSchema.pick({
  ...{ run: true, end: true, goal: true, resumable: true },
  isMock: true,
  epic: true,
  earlier: true,
  stages: true,
  deliverables: true,
  risks: true,
});

/** What the report of a campaign has beside its head. @param context the one at the end */
export function campaignBody(context: unknown): unknown {
  const body = BodySchema.parse(context);
  const { isMock, epic, stages, deliverables, risks } = body;
  return {
    ...{ is_mock: isMock, epic: epic?.id ?? null, ...itemsOf(body), stages },
    ...{ deliverables, open_risks: risks },
  };
}

function itemsOf({ epic, ...body }: z.infer<typeof BodySchema>) {
  const items = epic?.items ?? [];
  return { items: [...body.earlier, ...items], next_steps: nextSteps({ ...body, items }) };
}

/** The panels of a campaign: plan, research, design, hand-over, and what the attempts came to. */
export const showCampaign: Show = ({ context }, folder) => {
  const shown = ShownSchema.safeParse(context).data;
  return shown === undefined ? NO_PANELS : { ...NO_PANELS, campaign: panelOf(shown, folder) };
};

function panelOf(shown: z.infer<typeof ShownSchema>, folder: string): CampaignPanel {
  const { isMock, goal, current, plan, research, design, handoff, delivered } = shown;
  return {
    ...{ is_mock: isMock, goal, ...itemsOf(shown), current, order: plan?.order ?? null },
    feedback: feedbackOf(shown),
    open_risks: shown.risks,
    research: { round: research.round, agents: agentsShown(research) },
    design: design && { file: design, hypotheses: ranked(research.findings) },
    ...{ handoff, delivered, files: shown.deliverables },
    attempts: shown.stages.map((stage) => attemptShown(folder, stage, shown.deliverables)),
  };
}

/** The same words again count once: how often their item was spoken of stands beside them. */
function feedbackOf({
  objections,
  feedback,
}: Pick<z.infer<typeof ShownSchema>, 'objections' | 'feedback'>): CampaignPanel['feedback'] {
  const once = new Map(objections.map((one) => [JSON.stringify(one), one]));
  return [...once.values()].map((one) => ({
    ...one,
    count: feedback[one.item] ?? 0,
    most: FEEDBACK_ROUNDS,
  }));
}
