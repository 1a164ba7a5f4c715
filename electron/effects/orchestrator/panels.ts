import * as z from 'zod';
import { StageSchema } from '../../../shared/campaign.js';
import { DeliverableSchema, ResidualRiskSchema } from '../../../shared/deliverables.js';
import { NO_PANELS } from '../../../shared/panels.js';
import { EpicSchema } from '../../../shared/work-item.js';
import type { Show } from '../parts.js';

const ShownSchema = z.looseObject({
  isMock: z.boolean(),
  epic: EpicSchema.nullable(),
  stages: z.array(StageSchema),
  deliverables: z.array(DeliverableSchema),
  risks: z.array(ResidualRiskSchema),
});

/** What the report of a campaign has beside its head. @param context the one at the end */
export function campaignBody(context: unknown): unknown {
  const { isMock, epic, stages, deliverables, risks } = ShownSchema.parse(context);
  return {
    ...{ is_mock: isMock, epic: epic?.id ?? null, items: epic?.items ?? [], stages, deliverables },
    open_risks: risks,
  };
}

/** A campaign has no panels of its own yet: the window shows its diagram, its trace and its children. */
export const showCampaign: Show = () => NO_PANELS;
