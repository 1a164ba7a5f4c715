import { MOST_FINDINGS, type ShownAgent } from '../../../shared/campaign-panel.js';
import { AGENTS, type AgentId, type Deliverable, type MemoryLine } from '../../../shared/deliverables.js';
import type { Words } from '../../../shared/texts/words.js';
import { agentKind } from './research/agent-kind.js';

/** What of a research round a context holds. */
interface Research {
  waiting: readonly AgentId[];
  arrived: readonly { agent: AgentId; files: readonly Deliverable[] }[];
  results: readonly { agent: AgentId; files: readonly Deliverable[] }[];
  findings: readonly MemoryLine[];
  dead: readonly { agent: AgentId; why: Words }[];
}

/** Where each agent of the research stands. One that was not asked is left out. */
export function agentsShown({ waiting, arrived, results, findings, dead }: Research): ShownAgent[] {
  const stateOf = (agent: AgentId): ShownAgent['state'] | null => {
    if (waiting.includes(agent)) return 'working';
    if (results.some((one) => one.agent === agent)) return 'read';
    if (arrived.some((one) => one.agent === agent)) return 'brought';
    return dead.some((one) => one.agent === agent) ? 'dead' : null;
  };
  return AGENTS.flatMap((agent) => {
    const state = stateOf(agent);
    if (state === null) return [];
    const own = findings.filter(({ agent_id }) => agent_id === agent).sort((a, b) => b.weight - a.weight);
    const brought = [...arrived, ...results].findLast((one) => one.agent === agent);
    const why = state === 'dead' ? (dead.findLast((one) => one.agent === agent)?.why ?? null) : null;
    const files = [...(brought?.files ?? [])];
    return [
      {
        agent,
        kind: agentKind(agent),
        state,
        why,
        findings: own.slice(0, MOST_FINDINGS),
        found: own.length,
        files,
      },
    ];
  });
}
