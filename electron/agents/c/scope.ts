import { type Variable, variablesOf } from './declarations.js';
import type { CFunction, CSource } from './source.js';
import { type CNode, walk } from './tree.js';

/** Variables that a statement at `node` can name: locals declared before it, parameters, file-scope ones; innermost first. */
export function visibleVariables(source: CSource, fn: CFunction | undefined, node: CNode): Variable[] {
  const seen = new Set<string>();
  const out: Variable[] = [];
  const add = (variables: readonly Variable[]): void => {
    for (const variable of variables) {
      if (seen.has(variable.name)) continue;
      seen.add(variable.name);
      out.push(variable);
    }
  };
  for (let n: CNode | null = node; n && n !== fn?.node; n = n.parent) add(declaredBefore(n));
  if (fn) add(fn.parameters);
  add(source.globals.filter((variable) => variable.at.start < node.start));
  return out;
}

/** Declarations among the elder siblings of a node (and a for statement's own). */
function declaredBefore(node: CNode): Variable[] {
  const parent = node.parent;
  if (!parent || (parent.type !== 'compound_statement' && parent.type !== 'for_statement')) return [];
  const out: Variable[] = [];
  for (const sibling of parent.children) {
    if (sibling === node) break;
    out.push(...variablesOf(sibling));
  }
  return out.reverse();
}

/** Variables declared anywhere in the function, parameters included. */
export function localVariables(fn: CFunction): Variable[] {
  const out = [...fn.parameters];
  for (const node of walk(fn.body)) if (node.type === 'declaration') out.push(...variablesOf(node));
  return out;
}
