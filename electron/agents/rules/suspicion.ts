import { type CFunction, type CSource, functionAt } from '../c/source.js';
import type { CNode } from '../c/tree.js';
import type { Clue } from './clue.js';
import { executionOf } from './execution.js';
import { identifiers, type Project } from './project.js';
import type { Coverage } from './triage/spectrum.js';

export interface Suspect {
  file: string;
  line: number;
  function: string | null;
  score: number;
  /** What points at it, the strongest first. */
  clues: readonly Clue[];
}

/** How much each place of the changeable sources is to blame, 0..1; 0 where it did not run when the failure came about. */
export interface Suspicion {
  /** `owner`: the macro or file-scope declaration that holds the node, where it is in no function. */
  of(source: CSource, node: CNode, owner?: string): number;
  /** The most suspicious functions (or lines outside of any), best first. */
  top(count: number): Suspect[];
}

/** Every changeable line can be at fault, however little speaks for it. */
const FLOOR = 0.04;
/** Data and macros share the blame of the functions that use them. */
const SHARED_BLAME = 0.9;

/** Joins clues per line as independent evidence (noisy-or over kinds, the strongest of each kind). */
export function suspicionFrom(clues: readonly Clue[], coverage: Coverage, project: Project): Suspicion {
  const byFile = new Map<string, Clue[]>();
  for (const clue of clues) byFile.set(clue.file, [...(byFile.get(clue.file) ?? []), clue]);
  const execution = executionOf(coverage, project);
  const lineScore = (file: string, line: number): number =>
    noisyOr((byFile.get(file) ?? []).filter((clue) => clue.from <= line && line <= clue.to));
  const functionScore = new Map<CFunction, number>();
  for (const file of project.changeable)
    for (const fn of project.sources.get(file)?.functions ?? []) {
      let best = 0;
      for (let line = fn.line; line <= fn.endLine; line += 1) best = Math.max(best, lineScore(file, line));
      functionScore.set(fn, best * execution.ofFunction(fn));
    }
  return {
    of: (source, node, owner = '') => {
      const fn = functionAt(source, node.line);
      if (!fn) return Math.max(lineScore(source.file, node.line), sharedBlame(node, owner, functionScore));
      return lineScore(source.file, node.line) * execution.ofNode(fn, node);
    },
    top: (count) => topSuspects(clues, functionScore, count),
  };
}

function noisyOr(clues: readonly Clue[]): number {
  const strongest = new Map<string, number>();
  for (const { kind, weight } of clues) {
    // An assertion calls what its case reaches: the same evidence twice.
    const source = kind === 'assertion' ? 'calls' : kind;
    strongest.set(source, Math.max(strongest.get(source) ?? 0, weight));
  }
  let innocent = 1 - FLOOR;
  for (const weight of strongest.values()) innocent *= 1 - Math.min(0.99, weight);
  return 1 - innocent;
}

function sharedBlame(node: CNode, owner: string, functionScore: ReadonlyMap<CFunction, number>): number {
  const names = identifiers(topLevel(node)).add(owner);
  const users = [...functionScore].filter(([fn]) => [...names].some((name) => fn.mentions.has(name)));
  return users.length === 0 ? FLOOR : Math.max(...users.map(([, score]) => score * SHARED_BLAME));
}

function topLevel(node: CNode): CNode {
  let n = node;
  while (n.parent && n.parent.type !== 'translation_unit' && !n.parent.type.startsWith('preproc_if'))
    n = n.parent;
  return n;
}

function topSuspects(
  clues: readonly Clue[],
  functionScore: ReadonlyMap<CFunction, number>,
  count: number,
): Suspect[] {
  const suspects = [...functionScore].map(([fn, score]): Suspect => {
    const mine = clues.filter(
      (clue) => clue.file === fn.file && clue.from <= fn.endLine && clue.to >= fn.line,
    );
    const strongest = [...mine].sort((a, b) => b.weight - a.weight || a.to - a.from - (b.to - b.from));
    const line = strongest.find((clue) => clue.from === clue.to)?.from ?? fn.line;
    return { file: fn.file, line, function: fn.name, score, clues: strongest };
  });
  const loose = clues
    .filter((clue) => ![...functionScore.keys()].some((fn) => clue.file === fn.file && overlaps(clue, fn)))
    .map((clue) => ({
      file: clue.file,
      line: clue.from,
      function: null,
      score: clue.weight,
      clues: [clue],
    }));
  return [...suspects, ...loose].sort((a, b) => b.score - a.score).slice(0, count);
}

const overlaps = (clue: Clue, fn: CFunction): boolean => clue.from <= fn.endLine && clue.to >= fn.line;
