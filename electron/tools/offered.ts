import type { Tool } from '../engine/tool.js';
import type { SessionWork } from './session-work.js';

/** A tool as a session, its model and an MCP client call it (design §4). */
export interface Offered {
  tool: Tool<unknown, unknown, SessionWork>;
  /** What it does, for a model: one or two plain sentences. */
  about: string;
}

export const defineOffered = <A, R>(offered: { tool: Tool<A, R, SessionWork>; about: string }): Offered =>
  offered;
