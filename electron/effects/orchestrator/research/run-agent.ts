import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import {
  type AgentId,
  AnalysisMetaSchema,
  type MemoryLine,
  MemoryLineSchema,
  type OperationLine,
  OperationLineSchema,
} from '../../../../shared/deliverables.js';
import { NOTICE } from '../../../../shared/events.js';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { SessionCallSchema, SessionSummarySchema } from '../../../../shared/session.js';
import { nested, text } from '../../../../shared/texts/words.js';
import { ToolResultSchema } from '../../../../shared/tool-result.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { ResearchResult } from '../../../machine/orchestrator/context.js';
import { runPaths } from '../../../tools/run-paths.js';
import { gitDirOf } from '../../../workspace/git.js';
import { standsIn } from '../../models/stand-in.js';
import type { SessionHeader } from '../../session/header.js';
import type { CampaignBench } from '../bench.js';
import { deliver, deliverJson, deliverLines, folderOf, sha256Of } from '../deliver.js';
import type { KnownTask } from '../tasks/epics.js';
import { agentKind } from './agent-kind.js';
import { type Question, questionFor } from './agents.js';
import { executedIn } from './executed.js';
import { type Answered, findingsOf } from './findings.js';

/** Where an agent works: for which item, in which round. */
export interface Errand {
  agent: AgentId;
  item: string;
  round: number;
  task: KnownTask;
  /** The commit that the run will begin at. */
  base: string;
}

/** What a session that was to research came to. */
const EndSchema = z.looseObject({
  calls: z.array(SessionCallSchema),
  summary: SessionSummarySchema.nullable(),
});

/**
 * Has an agent research, as a child node that only reads, and writes what it brings. Errors: what kept it from bringing anything.
 */
export async function runAgent(
  errand: Errand,
  bench: CampaignBench,
  io: EffectIo,
): Promise<Result<ResearchResult>> {
  const { agent, task } = errand;
  const question = questionFor(agent, task, bench.home);
  const end = await io.child({
    kind: agentKind(agent),
    machine: 'session',
    goal: question.question,
    header: headerOf(question, errand, bench),
  });
  if (!end.ok) return end;
  const { ending, node, context } = end.value;
  const folder = path.join(bench.dir, 'nodes', node);
  // nothing was changed in its copy, and nobody looks at it any more
  const { clone } = runPaths(folder);
  const tidy = async (): Promise<void> => {
    for (const copy of [clone, gitDirOf(clone)]) await rm(copy, { recursive: true, force: true });
  };
  const came = EndSchema.parse(context);
  // what was read stands, though the model then gave no answer that can be used
  const isUsable =
    ending.exit === 0 || (ending.exit === 1 && came.calls.some(({ status }) => status === 'ok'));
  // one that came too late was asked again, and writes into no folder of that one
  if (!isUsable || io.signal.aborted) {
    await tidy();
    const message = text`${agent} brought nothing: ${nested(ending.reason)}`;
    return fail({ code: 'ANALYSIS_FAILURE', message });
  }
  if (ending.exit !== 0) io.progress(NOTICE, standsIn('RESEARCHER', { message: ending.reason }));
  const answers = await answersIn(folder, came.calls);
  const words = came.summary?.model ?? null;
  const result = await written(errand, question.question, { answers, words }, bench);
  await tidy();
  return ok(result);
}

const headerOf = (
  { question, calls }: Question,
  { task: { loaded }, base }: Errand,
  { header, player }: CampaignBench,
): SessionHeader => ({
  ...{ text: question, mode: 'turn', client: null, task: null, supervised: null },
  repo: {
    root: loaded.repoRoot,
    subdir: loaded.subdir,
    baseCommit: base,
    dirtyFiles: loaded.dirtyFiles,
  },
  research: { calls: calls.map(({ tool, args }) => ({ tool, args })) },
  policy: header.policy,
  approvals: header.approvals,
  // what it is asked is planned already, and its answer is its summary
  ...{ provider: player('RESEARCHER'), roles: { PLANNER: 'rules', ANALYST: 'rules' } },
});

const StoredCall = z.looseObject({ result: ToolResultSchema });

async function answersIn(
  folder: string,
  calls: z.infer<typeof EndSchema>['calls'],
): Promise<(Answered & { status: string; sha256: string | null })[]> {
  return Promise.all(
    calls.map(async ({ n, tool, args, status, file }) => {
      const of = { slot: n, tool, args, status };
      if (file === null) return { ...of, payload: null, sha256: null };
      const content = await readFile(path.join(folder, file), 'utf8');
      const { result } = StoredCall.parse(JSON.parse(content));
      return { ...of, payload: result.ok ? result.payload : null, sha256: sha256Of(content) };
    }),
  );
}

interface Brought {
  answers: readonly (Answered & { status: string; sha256: string | null })[];
  /** A model's own words; null without one. */
  words: string | null;
}

/** The four files of an agent. */
async function written(
  { agent, item, round, task, base }: Errand,
  question: string,
  { answers, words }: Brought,
  bench: CampaignBench,
): Promise<ResearchResult> {
  const { dir, player } = bench;
  const at = (name: string): string => `${folderOf(item)}/research/${round}/${agent}/${name}`;
  const memory: MemoryLine[] = findingsOf(
    agent,
    answers,
    agent === 'coverage' ? await executedIn(answers, { task, base }, bench) : null,
  );
  if (words !== null && words.trim() !== '')
    memory.push({
      ...{ agent_id: agent, n: memory.length + 1, kind: 'words', text: words.slice(0, 4000), weight: 0.5 },
      slot: Math.max(1, answers.length),
    });
  const operations: OperationLine[] = answers.map(({ slot, tool, args, status, sha256 }) => ({
    ...{ agent_id: agent, slot, tool, args, status, result_sha256: sha256 },
  }));
  const meta = {
    ...{ agent_id: agent, round, provider: player('RESEARCHER'), question },
    base_commit: base,
    ...{ operations: operations.length, findings: memory.length },
  };
  const files = [
    await deliver(dir, at('summary.md'), summaryOf(agent, question, memory)),
    await deliverLines(dir, at('memory.jsonl'), MemoryLineSchema, memory),
    await deliverJson(dir, at('analysis_meta.json'), AnalysisMetaSchema, meta),
    await deliverLines(dir, at('operations.jsonl'), OperationLineSchema, operations),
  ];
  return { agent, files };
}

const summaryOf = (agent: AgentId, question: string, memory: readonly MemoryLine[]): string =>
  [
    `# ${agent}`,
    '',
    question,
    '',
    ...(memory.length === 0
      ? ['Nothing was found.']
      : [...memory].sort((a, b) => b.weight - a.weight).map((one) => `- ${one.text} [${one.weight}]`)),
    '',
  ].join('\n');
