import type { ResidualRisk } from '../../../../shared/deliverables.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import { type Epic, isUnfinished } from '../../../../shared/work-item.js';
import type { CampaignBench } from '../bench.js';
import { type KnownTask, taskOf } from './epics.js';

/** What a reviewer without a model says of a plan: what its tasks leave unproven. None of it stops the plan. */
export async function risksOf(epic: Epic, bench: CampaignBench): Promise<ResidualRisk[]> {
  const risks: ResidualRisk[] = [];
  for (const item of epic.items.filter(isUnfinished)) {
    const task = await taskOf(item, bench);
    if (task.ok) risks.push(...wordsFor(task.value).map((risk) => ({ item: item.id, risk })));
  }
  return risks;
}

function wordsFor({ loaded: { task, dirtyFiles } }: KnownTask): Words[] {
  const { heldOut, controlRun } = task.test;
  return [
    ...(heldOut.length === 0 ? [text`no case is held out: a pass is PLAUSIBLE at most`] : []),
    ...(controlRun ? [] : [text`the failure need not be seen without the patch (controlRun: false)`]),
    ...(task.constraints.allowedPaths.includes('**') ? [text`a patch may change any file`] : []),
    ...(dirtyFiles > 0 ? [text`uncommitted files that take no part: ${dirtyFiles}`] : []),
  ];
}
