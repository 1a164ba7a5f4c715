import type { CampaignEffect } from './bench.js';
import { askAgents } from './research/ask-agents.js';

/** RESEARCH_FANOUT: all agents at once, as children that only read. */
export const researchFanout: CampaignEffect = (ctx, bench, io) =>
  askAgents(ctx, bench, io, 'RESEARCH_FANOUT');

/** WAIT_OTHERS: those that took longer than others, and once those that brought nothing, are asked again. */
export const waitOthers: CampaignEffect = (ctx, bench, io) => askAgents(ctx, bench, io, 'WAIT_OTHERS');
