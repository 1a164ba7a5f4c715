import { type CFunction, type CSource, functionAt } from '../c/source.js';
import { type CNode, enclosing } from '../c/tree.js';
import type { Clue } from './clue.js';
import { identifiers, type Project, resolveFile } from './project.js';
import type { Coverage, Executed } from './triage/spectrum.js';

export interface Suspect {
  file: string;
  line: number;
  function: string | null;
  score: number;
  why: string[];
}

/** How much each place of the changeable sources is to blame, 0..1. */
export interface Suspicion {
  /** `owner`: the macro or file-scope declaration that holds the node, where it is in no function. */
  of(source: CSource, node: CNode, owner?: string): number;
  /** The most suspicious functions (or lines outside of any), best first. */
  top(count: number): Suspect[];
}

/** Every changeable line can be at fault, however little speaks for it. */
const FLOOR = 0.04;
/** Coverage is by line table and may miss continuation lines and inlined code: unexecuted is unlikely, not impossible. */
const NOT_EXECUTED = 0.15;
const FUNCTION_NOT_EXECUTED = 0.05;
/** Data and macros share the blame of the functions that use them. */
const SHARED_BLAME = 0.9;

const STATEMENTS = new Set([
  'expression_statement',
  'declaration',
  'return_statement',
  'if_statement',
  'while_statement',
  'for_statement',
  'do_statement',
  'switch_statement',
  'case_statement',
]);

/** Joins clues per line as independent evidence (noisy-or over kinds, the strongest of each kind). */
export function suspicionFrom(clues: readonly Clue[], coverage: Coverage, project: Project): Suspicion {
  const byFile = new Map<string, Clue[]>();
  for (const clue of clues) byFile.set(clue.file, [...(byFile.get(clue.file) ?? []), clue]);
  const executed = coverage.whole ? namesResolved(coverage.whole, project) : null;
  const lineScore = (file: string, line: number): number =>
    noisyOr((byFile.get(file) ?? []).filter((clue) => clue.from <= line && line <= clue.to));
  const functionScore = new Map<CFunction, number>();
  for (const file of project.changeable)
    for (const fn of project.sources.get(file)?.functions ?? []) {
      let best = 0;
      for (let line = fn.line; line <= fn.endLine; line += 1) best = Math.max(best, lineScore(file, line));
      functionScore.set(fn, best * runFactor(fn, executed));
    }
  return {
    of: (source, node, owner = '') => {
      const fn = functionAt(source, node.line);
      if (!fn) return Math.max(lineScore(source.file, node.line), sharedBlame(node, owner, functionScore));
      return lineScore(source.file, node.line) * executionFactor(source.file, fn, node, executed);
    },
    top: (count) => topSuspects(clues, functionScore, count),
  };
}

function noisyOr(clues: readonly Clue[]): number {
  const strongest = new Map<string, number>();
  for (const clue of clues) strongest.set(clue.kind, Math.max(strongest.get(clue.kind) ?? 0, clue.weight));
  let innocent = 1 - FLOOR;
  for (const weight of strongest.values()) innocent *= 1 - Math.min(0.99, weight);
  return 1 - innocent;
}

function namesResolved(executed: Executed, project: Project): Map<string, ReadonlySet<number>> {
  return new Map([...executed].map(([name, lines]) => [resolveFile(project, name) ?? name, lines]));
}

function runFactor(fn: CFunction, executed: Executed | null): number {
  if (!executed) return 1;
  const lines = executed.get(fn.file);
  for (let line = fn.line; line <= fn.endLine; line += 1) if (lines?.has(line)) return 1;
  return FUNCTION_NOT_EXECUTED;
}

function executionFactor(file: string, fn: CFunction, node: CNode, executed: Executed | null): number {
  if (!executed) return 1;
  if (runFactor(fn, executed) < 1) return FUNCTION_NOT_EXECUTED;
  const lines = executed.get(file);
  const statement = enclosing(node, STATEMENTS);
  const last = statement?.type.match(/^(if|while|for|do|switch|case)_/)
    ? node.endLine
    : (statement?.endLine ?? node.endLine);
  for (let line = statement?.line ?? node.line; line <= last; line += 1) if (lines?.has(line)) return 1;
  return NOT_EXECUTED;
}

function sharedBlame(node: CNode, owner: string, functionScore: ReadonlyMap<CFunction, number>): number {
  const names = identifiers(topLevel(node)).add(owner);
  let best = FLOOR;
  for (const [fn, score] of functionScore)
    for (const name of names) if (fn.mentions.has(name)) best = Math.max(best, score * SHARED_BLAME);
  return best;
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
    const why = [...new Set(strongest.map((clue) => clue.why))].slice(0, 4);
    return { file: fn.file, line, function: fn.name, score, why };
  });
  const loose = clues
    .filter((clue) => ![...functionScore.keys()].some((fn) => clue.file === fn.file && overlaps(clue, fn)))
    .map((clue) => ({
      file: clue.file,
      line: clue.from,
      function: null,
      score: clue.weight,
      why: [clue.why],
    }));
  return [...suspects, ...loose].sort((a, b) => b.score - a.score).slice(0, count);
}

const overlaps = (clue: Clue, fn: CFunction): boolean => clue.from <= fn.endLine && clue.to >= fn.line;
