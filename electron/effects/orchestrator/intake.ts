import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import { type Epic, isUnfinished } from '../../../shared/work-item.js';
import { CAMPAIGN_INTAKE } from '../../agents/campaign/judgements.js';
import { type OrchestratorContext, SURE } from '../../machine/orchestrator/context.js';
import { askRole } from './ask-role.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { fatal } from './problems.js';
import { newEpic } from './tasks/epics.js';

/** Without a model: a goal with a task can be proven, one without cannot. */
const WITH_TASK = 1;
const WITHOUT_TASK = 0.5;

/** INTAKE: whether the goal can be worked on, and whether another epic works on the same. */
export const intake: CampaignEffect = async (ctx, bench, io) => {
  const { taskFiles, isMock } = bench.header;
  const confidence = taskFiles.length > 0 || isMock ? WITH_TASK : WITHOUT_TASK;
  const conflict = await conflictOf(ctx, bench);
  if (!conflict.ok) return fatal(conflict.error, 'INTAKE');
  if (conflict.value !== null)
    return {
      type: 'conflict_with_current_epic',
      reason: inWords(conflict.value),
      evidence: [],
      ...{ confidence, ...conflict.value },
    };
  if (confidence === WITHOUT_TASK)
    return {
      type: 'confidence_lt_0_6',
      reason: text`no task says how this goal is built, run and judged`,
      evidence: [],
      confidence,
    };
  return byPlanner(ctx, bench, io);
};

/** What the planner says of a goal with tasks. */
export const byPlanner: CampaignEffect = async (ctx, bench, io) => {
  const { taskFiles } = bench.header;
  const judged = await askRole(
    { role: 'PLANNER', judgement: CAMPAIGN_INTAKE },
    ctx,
    bench,
    io,
    async (mark) => {
      const tasks = await Promise.all(taskFiles.map((file) => bench.taskForModel(file)));
      return [mark('tasks', tasks.join('\n\n'), 8000)];
    },
  );
  if (judged !== null && judged.value.confidence < SURE)
    return {
      type: 'confidence_lt_0_6',
      reason: text`the planner is not sure; model: “${visible(judged.value.reason)}”`,
      evidence: judged.records,
      confidence: judged.value.confidence,
    };
  return {
    type: 'intake_ok',
    reason: text`tasks of the goal: ${taskFiles.length}`,
    evidence: judged?.records ?? [],
    confidence: judged?.value.confidence ?? WITH_TASK,
  };
};

interface Conflict {
  conflict: Epic;
  /** Of the campaign that has it. */
  isAtWork: boolean;
}

const inWords = ({ conflict: { goal, campaign }, isAtWork }: Conflict) =>
  isAtWork
    ? text`campaign ${campaign ?? ''} is at work on the same task, for “${goal}”`
    : text`“${goal}” has an unfinished item for the same task`;

/**
 * Another epic with an unfinished item for one of the goal's tasks. The tasks are claimed before it is looked for: what another campaign
 * takes up at the same time is found in its claim until it is in the task store.
 */
async function conflictOf(ctx: OrchestratorContext, bench: CampaignBench): Promise<Result<Conflict | null>> {
  const { store, header, claims, isAtWork } = bench;
  if (header.taskFiles.length === 0) return ok(null);
  const epic = await newEpic(ctx, bench);
  if (!epic.ok) return epic;
  const claimed = claims.take({ ...epic.value, campaign: ctx.run });
  if (!claimed.ok) return claimed;
  const listed = await store.list();
  if (!listed.ok) return listed;
  const isSame = (file: string | null): boolean => file !== null && header.taskFiles.includes(file);
  const found = listed.value.find(
    ({ campaign, items }) =>
      campaign !== ctx.run && items.some((item) => isUnfinished(item) && isSame(item.task_file)),
  );
  const conflict = found ?? claimed.value;
  if (conflict === null) return ok(null);
  return ok({ conflict, isAtWork: conflict.campaign !== null && isAtWork(conflict.campaign) });
}
