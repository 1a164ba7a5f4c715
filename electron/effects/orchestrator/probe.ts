import { NOTICE } from '../../../shared/events.js';
import { text } from '../../../shared/texts/words.js';
import type { Epic } from '../../../shared/work-item.js';
import { resumeOrder } from '../../lab/tasks/order.js';
import type { CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { isOffered } from './tasks/queue.js';

/** BOOT: nothing is needed yet. A tracker that could be used is told of: its program runs only where a person has said so. */
export const boot: CampaignEffect = async (ctx, { unusedTracker: tracker }, io) => {
  if (tracker !== null)
    io.progress(
      NOTICE,
      text`${tracker} uses beads; to keep goals in its tracker add to policy.yaml: beads: [${tracker}]`,
    );
  return {
    type: 'auto',
    reason: ctx.isMock ? text`a campaign of mocks: its evidence is made up` : text`the campaign begins`,
    evidence: [],
  };
};

/** IDLE_PROBE_BD: epics that nobody works on, and that can be gone on with. */
export const probe: CampaignEffect = async (_, bench, io) => {
  const listed = await bench.store.list();
  if (!listed.ok) return fatal(listed.error, 'IDLE_PROBE_BD');
  const left: Epic[] = [];
  for (const epic of resumeOrder(listed.value)) {
    if (await isOffered(epic, bench, io)) left.push(epic);
  }
  if (left.length === 0)
    return { type: 'no_resumable', reason: text`nothing is left to be resumed`, evidence: [] };
  return {
    type: 'found_resumable',
    reason: text`left from before: ${left.map(({ goal }) => `“${goal}”`).join(', ')}`,
    evidence: [],
    epics: left,
  };
};
