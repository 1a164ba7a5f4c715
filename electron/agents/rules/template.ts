import type { Variable } from '../c/declarations.js';
import type { CFunction, CSource } from '../c/source.js';
import type { CNode } from '../c/tree.js';
import type { Edit } from './diff.js';
import type { Project } from './project.js';

/** A node at which templates may act. */
export interface Site {
  node: CNode;
  source: CSource;
  /** Undefined in macros and file-scope data. */
  fn: CFunction | undefined;
  /** Name of the macro or file-scope declaration around the node; '' inside functions. */
  owner: string;
  /** Variables that can be named here, innermost first. */
  scope(): readonly Variable[];
}

/** What the evidence says about the kind of failure and its numbers. */
export interface Symptoms {
  hang: boolean;
  fault: boolean;
  /** The fault came of a call through a null or wild pointer. */
  badCall: boolean;
  /** The fault came of a division by zero. */
  zeroDivide: boolean;
  /** Of assertions of equality: "Expected 8 Was 7". */
  mismatches: readonly { wanted: number; got: number }[];
  /** Numbers out of assertion messages and assertion lines. */
  constants: readonly number[];
}

export const SYMPTOMS = ['hang', 'fault', 'badCall', 'zeroDivide'] as const;
export type Symptom = (typeof SYMPTOMS)[number];

export interface Knowledge {
  project: Project;
  symptoms: Symptoms;
}

/** One possible edit at a site. */
export interface Draft {
  edits: Edit[];
  /** How likely among the drafts of its template, 0..1. */
  weight: number;
  /** In words, for the rationale. */
  what: string;
  /** Of this draft alone, as `contrived` of its template. */
  contrived?: boolean;
  /** Moves what lies beside it in memory: a write beyond an array then only hits something else. */
  layout?: boolean;
}

/** A family of single edits. */
export interface Template {
  name: string;
  /** How often such an edit is the right one where the place is right; relative to the other rows. */
  prior: number;
  /** Node types it looks at. */
  on: readonly string[];
  /** Takes something away: tried and preferred last. */
  destructive?: boolean;
  /** Seldom the slip that was made, though such an edit often makes up for another one: something else that passes is preferred. */
  contrived?: boolean;
  /** Replaces exactly one token: allowed under the constraint "smallest change". */
  oneToken?: boolean;
  /** Factors by symptom: a hang asks for loop steps, a fault for guards. */
  boost?: Partial<Record<Symptom, number>>;
  make(site: Site, knowledge: Knowledge): Draft[];
}

/** Draft that replaces the text of `node`. */
export const replace = (site: Site, node: CNode, text: string, weight = 1, what?: string): Draft => ({
  edits: [{ file: site.source.file, start: node.start, end: node.end, text }],
  weight,
  what: what ?? `${shown(node.text)} → ${shown(text)}`,
});

/** Shortened onto one line for a rationale. */
export function shown(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return `\`${line.length > 60 ? `${line.slice(0, 57)}…` : line}\``;
}
