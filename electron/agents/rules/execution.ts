import type { CFunction } from '../c/source.js';
import { type CNode, enclosing, namedChildren } from '../c/tree.js';
import type { Executed } from '../provider.js';
import { type Project, resolveFile } from './project.js';
import type { Coverage } from './triage/spectrum.js';

/** Whether code can have had a part in the failure, by what ran. */
export interface Execution {
  /** 1: it ran, or nothing is known. 0: it did not run where the failure came about. Between: the line table may err. */
  ofNode(fn: CFunction, node: CNode): number;
  ofFunction(fn: CFunction): number;
}

/** Optimisers give merged jumps and returns the line of one of them. */
const MERGED = 0.15;
const JUMPS = /^(break|return|continue|goto)_statement$/;
const STATEMENT = /_statement$|^declaration$|^case_statement$/;
const BLOCKS = new Set(['compound_statement', 'case_statement']);

/** What seems not to have run may be what crashed: it counts little, not nothing. */
const UNSEEN = 0.08;

/** By the failing cases alone where they left traces of their own, else by the whole session. */
export function executionOf({ whole, complete, perCase }: Coverage, project: Project): Execution {
  if (!whole) return { ofNode: () => 1, ofFunction: () => 1 };
  const idle = complete ? 0 : UNSEEN;
  const ran = lines(perCase ? perCase.failing : [whole], project);
  const inLines = (file: string, from: number, to: number): boolean => {
    for (let line = from; line <= to; line += 1) if (ran.get(file)?.has(line)) return true;
    return false;
  };
  const ofFunction = (fn: CFunction): number => (inLines(fn.file, fn.line, fn.endLine) ? 1 : idle);
  return {
    ofFunction,
    ofNode: (fn, node) => {
      if (ofFunction(fn) < 1) return idle;
      const block = blockOf(fn, node);
      if (block.length === 0 || block.some((one) => inLines(fn.file, one.line, one.endLine))) return 1;
      return block.every((one) => JUMPS.test(one.type)) ? MERGED : idle;
    },
  };
}

/**
 * The statements that run together with the node: a line table may miss one of them (declarations, joined lines),
 * hardly all. Empty for the function's own body.
 */
function blockOf(fn: CFunction, node: CNode): readonly CNode[] {
  const label = labelled(node);
  if (label) return blockOf(fn, label);
  const block = enclosing(node, BLOCKS);
  const alone = loneStatement(node, block);
  if (alone) return [alone];
  return !block || block === fn.body || block.start < fn.body.start ? [] : namedChildren(block);
}

/** The switch whose label holds the node: a label is looked at where the switch runs, whether it matches or not. */
function labelled(node: CNode): CNode | null {
  for (let n: CNode | null = node; n?.parent; n = n.parent)
    if (n.parent.type === 'case_statement')
      return n.field === 'value' ? (n.parent.parent?.parent ?? null) : null;
  return null;
}

/** The branch of an if or loop without braces that holds the node. */
function loneStatement(node: CNode, block: CNode | null): CNode | null {
  for (let n: CNode | null = node; n?.parent && n !== block; n = n.parent) {
    if (n.parent === block) return null;
    const branch = n.field === 'consequence' || n.field === 'body' || n.parent.type === 'else_clause';
    if (branch && STATEMENT.test(n.type) && n.type !== 'compound_statement') return n;
  }
  return null;
}

function lines(runs: readonly Executed[], project: Project): Map<string, Set<number>> {
  const out = new Map<string, Set<number>>();
  for (const run of runs)
    for (const [name, executed] of run) {
      const file = resolveFile(project, name) ?? name;
      const known = out.get(file) ?? new Set<number>();
      for (const line of executed) known.add(line);
      out.set(file, known);
    }
  return out;
}
