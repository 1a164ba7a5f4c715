import { text } from '../../../shared/texts/words.js';
import type { CampaignEffect } from './bench.js';
import { leaveLine } from './schedule.js';

/** COMPLETE, CANCELLED and FAILED: the epic as it ends goes into the task store. The report is read from the journal. */
export const reportEnd: CampaignEffect = async (ctx, bench, io) => {
  const written = ctx.epic === null ? null : await bench.store.put(ctx.epic, io.run);
  // what another campaign has taken up is told by that one
  if (written !== null && !written.ok && written.error.code !== 'RUN_OWNED')
    throw new Error(JSON.stringify(written.error));
  await leaveLine(bench.home, io.run);
  return {
    type: 'reported',
    reason: text`reported: ${ctx.end?.status ?? ''}`,
    evidence: ctx.deliverables.map(({ path }) => path),
  };
};
