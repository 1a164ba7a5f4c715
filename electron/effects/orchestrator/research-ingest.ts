import {
  AnalysisMetaSchema,
  type MemoryLine,
  MemoryLineSchema,
  OperationLineSchema,
} from '../../../shared/deliverables.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import {
  currentItem,
  type OrchestratorContext,
  type ResearchResult,
} from '../../machine/orchestrator/context.js';
import type { CampaignEffect } from './bench.js';
import { deliverJson, folderOf, named, received, receivedJson, receivedLines } from './deliver.js';
import { DeadAgentsSchema } from './research/dead-agents.js';

/** RESEARCH_INGEST: each file that an agent brought is checked by hash and schema; one that fails takes its agent's result with it. */
export const researchIngest: CampaignEffect = async (ctx, bench) => {
  const kept: ResearchResult[] = [];
  const findings: MemoryLine[] = [];
  const dead: { agent: ResearchResult['agent']; why: Words }[] = [];
  for (const result of ctx.research.arrived) {
    const memory = memoryIn(bench.dir, result);
    if (!memory.ok) dead.push({ agent: result.agent, why: memory.error.message });
    else {
      kept.push(result);
      findings.push(...memory.value);
    }
  }
  const named = await tellOfDead(ctx, bench.dir, dead);
  const rejected = dead.map(({ agent, why }) => text`${agent}: ${nested(why)}`);
  return {
    type: 'artifacts_loaded',
    reason:
      rejected[0] === undefined
        ? text`results that were read: ${kept.length}, findings: ${findings.length}`
        : text`results that were read: ${kept.length}; rejected: ${nested(rejected[0])}`,
    evidence: [...kept.flatMap(({ files }) => files.map(({ path }) => path)), ...named],
    ...{ kept, findings, dead },
  };
};

/** An artifact that names the agents that brought nothing, so that whoever reads the bundle knows what is not in it. */
async function tellOfDead(
  ctx: OrchestratorContext,
  dir: string,
  more: OrchestratorContext['research']['dead'],
): Promise<string[]> {
  const all = [...ctx.research.dead, ...more];
  const item = currentItem(ctx);
  if (all.length === 0 || item === null) return [];
  const at = `${folderOf(item.id)}/research/${ctx.research.round}/dead_agents.json`;
  return [(await deliverJson(dir, at, DeadAgentsSchema, { dead: [...all] })).path];
}

function memoryIn(dir: string, { agent, files }: ResearchResult): Result<MemoryLine[]> {
  const summary = named(files, 'summary.md');
  if (!summary.ok) return summary;
  const told = received(dir, summary.value);
  if (!told.ok) return told;
  const [memory, meta, operations] = [
    named(files, 'memory.jsonl'),
    named(files, 'analysis_meta.json'),
    named(files, 'operations.jsonl'),
  ];
  if (!memory.ok) return memory;
  const lines = receivedLines(dir, memory.value, MemoryLineSchema);
  if (!lines.ok) return lines;
  if (meta.ok) {
    const read = receivedJson(dir, meta.value, AnalysisMetaSchema);
    if (!read.ok) return read;
  }
  if (operations.ok) {
    const read = receivedLines(dir, operations.value, OperationLineSchema);
    if (!read.ok) return read;
  }
  const stranger = lines.value.find((line) => line.agent_id !== agent);
  if (stranger === undefined) return ok(lines.value);
  const message = text`memory.jsonl of ${agent} has lines of ${stranger.agent_id}`;
  return fail({ code: 'ARTIFACT_MISSING', message, where: memory.value.path });
}
