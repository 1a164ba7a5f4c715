import type { AgentId } from '../../../../shared/deliverables.js';

/** The kind of an agent's node. */
export const agentKind = (agent: AgentId): string => `research-${agent}`;
