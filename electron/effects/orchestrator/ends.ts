import { text } from '../../../shared/texts/words.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { Lost } from '../../machine/orchestrator/events.js';
import type { CampaignEffect } from './bench.js';
import { folderOf, received } from './deliver.js';
import { leaveLine } from './schedule.js';

/** COMPLETE, CANCELLED and FAILED: the epic as it ends goes into the task store. Its files are checked once more; the report is read from the journal. */
export const reportEnd: CampaignEffect = async (ctx, bench, io) => {
  const written = ctx.epic === null ? null : await bench.store.put(ctx.epic, io.run);
  // what another campaign has taken up is told by that one
  if (written !== null && !written.ok && written.error.code !== 'RUN_OWNED')
    throw new Error(JSON.stringify(written.error));
  await leaveLine(bench.home, io.run);
  const lost = lostOf(ctx, bench.dir);
  const whole = ctx.deliverables.filter(({ path }) => !lost.some((one) => one.path === path));
  return {
    type: 'reported',
    reason: text`reported: ${ctx.end?.status ?? ''}`,
    evidence: whole.map(({ path }) => path),
    lost,
  };
};

/** Deliverables that are not what was handed over any more: the hand-over to the user names them as risks. */
function lostOf({ deliverables, epic, run }: OrchestratorContext, dir: string): Lost[] {
  return deliverables.flatMap((file) => {
    const read = received(dir, file);
    if (read.ok) return [];
    const item = epic?.items.find(({ id }) => file.path.startsWith(`${folderOf(id)}/`));
    return [{ path: file.path, item: item?.id ?? run, why: read.error.message }];
  });
}
