import type { Problem } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import type { Tool } from '../engine/tool.js';
import type { SessionWork } from './session-work.js';

/** A tool as a session, its model and an MCP client call it (design §4). */
export interface Offered {
  tool: Tool<unknown, unknown, SessionWork>;
  /** What it does, for a model: one or two plain sentences. */
  about: string;
  /** It works on the files of the session's repository, whatever its arguments are. */
  isOfRepository?: true;
}

export const defineOffered = <A, R>(
  offered: Omit<Offered, 'tool'> & { tool: Tool<A, R, SessionWork> },
): Offered => offered;

/** Why a session cannot call a tool at all; null: it can. */
export const whyNotOpen = (
  { isOfRepository }: Offered,
  { repo }: Pick<SessionWork, 'repo'>,
): Problem | null => (isOfRepository && repo === null ? NO_REPOSITORY : null);

const NO_REPOSITORY: Problem = {
  code: 'USAGE',
  message: text`no repository is open in this session: it works on boards alone`,
  next: text`start it in the folder of a git repository that has a commit, or name one: --repo DIR, or --task TASK.yaml`,
};
