import {
  AcceptanceSchema,
  type Criterion,
  type Deliverable,
  MasterTaskSchema,
} from '../../../shared/deliverables.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { WorkItem } from '../../../shared/work-item.js';
import {
  attemptOf,
  currentItem,
  type OrchestratorContext,
  type ResearchResult,
} from '../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignEffect } from './bench.js';
import { deliver, deliverJson, folderOf, named, received } from './deliver.js';
import { wantsCommit } from './goal.js';
import { fatal } from './problems.js';
import { taskOf } from './tasks/epics.js';

/** Where the files of an attempt lie, relative to the run's folder. */
export const attemptFolder = (ctx: Pick<OrchestratorContext, 'stages'>, item: string): string =>
  `${folderOf(item)}/attempt-${attemptOf(ctx, item)}`;

/** CODER_HANDOFF: task, design, criteria and research, as one bundle. What was lost or changed meanwhile is not handed on. */
export const coderHandoff: CampaignEffect = async (ctx, bench) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const files = await bundle(ctx, item, bench);
  if (!files.ok) return fatal(files.error, 'CODER_HANDOFF');
  return {
    type: 'handoff_bundle_ready',
    reason: text`attempt ${attemptOf(ctx, item.id)}: ${files.value.length} files`,
    evidence: files.value.map(({ path }) => path),
    files: files.value,
  };
};

async function bundle(
  ctx: OrchestratorContext,
  item: WorkItem,
  bench: CampaignBench,
): Promise<Result<Deliverable[]>> {
  const criteria = await criteriaFor(ctx, item, bench);
  if (!criteria.ok) return criteria;
  const folder = `${attemptFolder(ctx, item.id)}/handoff`;
  const { dir } = bench;
  if (ctx.design === null)
    return fail({ code: 'ARTIFACT_MISSING', message: text`${'detail_design.md'} was not handed over` });
  const design = received(dir, ctx.design);
  if (!design.ok) return design;
  const last = ctx.stages.findLast((stage) => stage.item === item.id);
  const master = {
    ...{ version: 1 as const, campaign: ctx.run, goal: ctx.goal, item: item.id, title: item.title },
    ...{ task_file: item.task_file, attempt: attemptOf(ctx, item.id) },
    rejected_claims: [...(last?.review.rejected_claims ?? [])],
  };
  const research = await researchBundle(ctx.research.results, folder, dir);
  if (!research.ok) return research;
  return ok([
    await deliverJson(dir, `${folder}/master_task.json`, MasterTaskSchema, master),
    await deliver(dir, `${folder}/detail_design.md`, design.value),
    await deliverJson(dir, `${folder}/acceptance_criteria.json`, AcceptanceSchema, {
      version: 1,
      criteria: criteria.value,
    }),
    ...research.value,
  ]);
}

/** At least what seed 001 names of each agent: its summary and its memory. */
async function researchBundle(
  results: readonly ResearchResult[],
  folder: string,
  dir: string,
): Promise<Result<Deliverable[]>> {
  const files: Deliverable[] = [];
  for (const { agent, files: brought } of results)
    for (const name of ['summary.md', 'memory.jsonl']) {
      const from = named(brought, name);
      if (!from.ok) return from;
      const content = received(dir, from.value);
      if (!content.ok) return content;
      files.push(await deliver(dir, `${folder}/research_bundle/${agent}/${name}`, content.value));
    }
  return ok(files);
}

async function criteriaFor(
  ctx: OrchestratorContext,
  item: WorkItem,
  bench: CampaignBench,
): Promise<Result<Criterion[]>> {
  const commit: Criterion[] = wantsCommit(ctx.goal)
    ? [{ id: 'committed', kind: 'committed', cases: [] }]
    : [];
  const cases: Criterion = { id: 'cases', kind: 'target_cases_pass', cases: ['*'] };
  const regression: Criterion = { id: 'regression', kind: 'no_regression', cases: [] };
  if (item.task_file === null) return ok([cases, regression, ...commit]);
  const task = await taskOf(item, bench);
  if (!task.ok) return task;
  return ok([{ ...cases, cases: task.value.loaded.task.test.cases }, regression, ...commit]);
}
