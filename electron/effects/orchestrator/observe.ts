import { AGENTS } from '../../../shared/deliverables.js';
import { text } from '../../../shared/texts/words.js';
import { currentItem } from '../../machine/orchestrator/context.js';
import type { CampaignEffect } from './bench.js';

/** OBSERVE: what research is about, and who researches. */
export const observe: CampaignEffect = async (ctx) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  return {
    type: 'observe_target_defined',
    reason: text`research for “${item.title}”: ${AGENTS.join(', ')}`,
    evidence: [],
    ...{ target: item.title, agents: AGENTS },
  };
};
