import type { Problem } from './problem.js';
import type { Words } from './texts/words.js';

/** What a person has agreed to beyond the one question: as it is listed, and taken back by its id. */
export interface KeptApproval {
  id: string;
  /** `build` and `drives` outlive runs; an `envelope` covers several uses within one. */
  kind: 'build' | 'send' | 'drives' | 'envelope';
  about: Words;
  /** ISO 8601; null where its record cannot be believed. */
  given_at: string | null;
  /** The run in which it was given; null: none, or it is not known. */
  run: string | null;
  /** Whether it spares a question now, or why not. */
  counts: boolean;
  why: Words | null;
  uses: { used: number; most: number } | null;
  until: string | null;
}

export interface ApprovalList {
  approvals: KeptApproval[];
  /** Why the runs that could not be read may have more. */
  quarantined: Problem[];
}

/** A tool whose calls a person has refused in a connection of a client, as `reopen` lists it. */
export interface RefusedTool {
  tool: string;
  /** Calls that were refused. */
  refusals: number;
  /** No call of it is asked about any more; else only those that were refused. */
  is_closed: boolean;
}
