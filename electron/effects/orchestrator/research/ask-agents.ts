import {
  type AgentId,
  AnalysisMetaSchema,
  MemoryLineSchema,
  OperationLineSchema,
} from '../../../../shared/deliverables.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import {
  currentItem,
  type OrchestratorContext,
  type ResearchResult,
} from '../../../machine/orchestrator/context.js';
import type { CampaignBench, CampaignOutcome } from '../bench.js';
import { deliver, deliverJson, deliverLines, folderOf } from '../deliver.js';
import { fatal } from '../problems.js';
import { baseFor } from '../tasks/base.js';
import { taskOf } from '../tasks/epics.js';
import { type Arrived, arrivals, byTheClock, PATIENT, type Patience } from './arrivals.js';
import { runAgent } from './run-agent.js';

type Asking = 'RESEARCH_FANOUT' | 'WAIT_OTHERS';

/**
 * Has the agents that have brought nothing yet work side by side. What the first ones bring is read while the others are asked again; in
 * WAIT_OTHERS those of whom none comes within its time are given up.
 */
export async function askAgents(
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  state: Asking,
): Promise<CampaignOutcome> {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const { waiting, round } = ctx.research;
  const task = bench.player('RESEARCHER') === 'mock' ? null : await taskOf(item, bench);
  if (task !== null && !task.ok) return fatal(task.error, state);
  const base = task === null ? '' : await baseFor(ctx, task.value.loaded);
  const ask = (agent: AgentId): Promise<Result<ResearchResult>> =>
    task === null
      ? mockAgent(agent, { item: item.id, round }, bench)
      : runAgent({ agent, item: item.id, round, task: task.value, base }, bench, io);
  return whatCame(waiting, await arrivals(waiting, ask, patience(bench, state)), state);
}

function patience({ header: { policy }, player }: CampaignBench, state: Asking): Patience {
  if (player('RESEARCHER') === 'manual') return PATIENT;
  const { researchGraceSec, stateTimeoutSec } = policy;
  return byTheClock({ grace: researchGraceSec, limit: stateTimeoutSec.orchestrator[state] });
}

/** The event for what came. Where nobody came in WAIT_OTHERS, its time is over. */
export function whatCame(
  waiting: readonly AgentId[],
  { results, dead }: Arrived,
  state: Asking,
): CampaignOutcome {
  if (state === 'WAIT_OTHERS' && results.length + dead.length === 0)
    return {
      ...{ type: 'TIMEOUT', evidence: [], state },
      reason: text`did not come in time: ${waiting.join(', ')}`,
    };
  return {
    type: 'result_arrived',
    reason: text`agents that brought something: ${results.length} of ${waiting.length}`,
    evidence: results.flatMap(({ files }) => files.map(({ path }) => path)),
    ...{ results, dead },
  };
}

/** What nobody looked up: marked, so that nobody takes it for a finding. */
async function mockAgent(
  agent: AgentId,
  { item, round }: { item: string; round: number },
  { dir, mock }: CampaignBench,
): Promise<Result<ResearchResult>> {
  if (mock('RESEARCHER') === 'failure')
    return fail({ code: 'MODEL_FAILURE', message: text`the mock of ${'RESEARCHER'} is set to fail` });
  const at = (name: string): string => `${folderOf(item)}/research/${round}/${agent}/${name}`;
  const meta = {
    ...{ agent_id: agent, round, provider: 'mock', question: 'MOCK', base_commit: '' },
    ...{ operations: 0, findings: 0 },
  };
  const files = [
    await deliver(dir, at('summary.md'), `# ${agent}\n\nMOCK\n`),
    await deliverLines(dir, at('memory.jsonl'), MemoryLineSchema, []),
    await deliverJson(dir, at('analysis_meta.json'), AnalysisMetaSchema, meta),
    await deliverLines(dir, at('operations.jsonl'), OperationLineSchema, []),
  ];
  return ok({ agent, files });
}
