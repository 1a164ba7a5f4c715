import * as z from 'zod';
import { StageSchema } from '../../../shared/campaign.js';
import { DeliverableSchema, ResidualRiskSchema } from '../../../shared/deliverables.js';
import { NO_PANELS } from '../../../shared/panels.js';
import { EpicSchema, WorkItemSchema } from '../../../shared/work-item.js';
import type { Show } from '../parts.js';

const ShownSchema = z.looseObject({
  isMock: z.boolean(),
  epic: EpicSchema.nullable(),
  earlier: z.array(WorkItemSchema).default([]),
  stages: z.array(StageSchema),
  deliverables: z.array(DeliverableSchema),
  risks: z.array(ResidualRiskSchema),
  current: z.string().nullable(),
  research: z.looseObject({ findings: z.array(z.unknown()) }),
});

/** What the report of a campaign has beside its head. @param context the one at the end */
export function campaignBody(context: unknown): unknown {
  const { isMock, epic, earlier, stages, deliverables, risks } = ShownSchema.parse(context);
  return {
    ...{ is_mock: isMock, epic: epic?.id ?? null, items: [...earlier, ...(epic?.items ?? [])], stages },
    ...{ deliverables, open_risks: risks },
  };
}

/** The panels of a campaign: its items, and what their attempts came to. */
export const showCampaign: Show = ({ context }) => {
  const shown = ShownSchema.safeParse(context).data;
  if (shown === undefined) return NO_PANELS;
  const { isMock, epic, earlier, stages, risks, current, research } = shown;
  return {
    ...NO_PANELS,
    campaign: {
      ...{ is_mock: isMock, items: [...earlier, ...(epic?.items ?? [])], stages, open_risks: risks, current },
      findings: research.findings.length,
    },
  };
};
