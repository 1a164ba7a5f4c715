import type { Tree } from 'web-tree-sitter';

/** One node of a C syntax tree, copied out of the parser: plain data, UTF-16 offsets, 1-based lines. */
export interface CNode {
  readonly type: string;
  readonly named: boolean;
  /** Inserted by the parser's error recovery: not in the text. */
  readonly missing: boolean;
  /** The grammar's field name under the parent (`left`, `condition`, …). */
  readonly field: string | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  readonly parent: CNode | null;
  readonly children: CNode[];
}

/** Where parsed text lies in its file: a macro body is parsed inside a wrapper and shifted back. */
export interface Placement {
  offset: number;
  line: number;
}

/** Copies the parser's tree; `tree` may be deleted afterwards. */
export function copyTree(tree: Tree, text: string, at: Placement = { offset: 0, line: 0 }): CNode {
  const cursor = tree.walk();
  const copy = (parent: CNode | null): CNode => {
    const node: CNode = {
      type: cursor.nodeType,
      named: cursor.nodeIsNamed,
      missing: cursor.nodeIsMissing,
      field: cursor.currentFieldName,
      text: text.slice(cursor.startIndex, cursor.endIndex),
      start: cursor.startIndex + at.offset,
      end: cursor.endIndex + at.offset,
      line: cursor.startPosition.row + 1 + at.line,
      endLine: cursor.endPosition.row + 1 + at.line,
      parent,
      children: [],
    };
    if (cursor.gotoFirstChild()) {
      do node.children.push(copy(node));
      while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    return node;
  };
  const root = copy(null);
  cursor.delete();
  return root;
}

/** All nodes below and including `node`, in source order. */
export function* walk(node: CNode): Generator<CNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

const byType = new WeakMap<CNode, Map<string, CNode[]>>();

/** The nodes of one type below and including `root`, in source order; every root is gone through once, however often this is asked. */
export function nodesOfType(root: CNode, type: string): readonly CNode[] {
  const known = byType.get(root) ?? grouped(root);
  byType.set(root, known);
  return known.get(type) ?? [];
}

function grouped(root: CNode): Map<string, CNode[]> {
  const groups = new Map<string, CNode[]>();
  for (const node of walk(root)) {
    const group = groups.get(node.type);
    if (group) group.push(node);
    else groups.set(node.type, [node]);
  }
  return groups;
}

/** The child that the grammar calls `name`. */
export const field = (node: CNode, name: string): CNode | undefined =>
  node.children.find((child) => child.field === name);

/** Named children without comments. */
export const namedChildren = (node: CNode): CNode[] =>
  node.children.filter((child) => child.named && child.type !== 'comment');

/** The nearest node at or above `node` that has one of the types. */
export function enclosing(node: CNode | null, types: ReadonlySet<string>): CNode | null {
  for (let n = node; n; n = n.parent) if (types.has(n.type)) return n;
  return null;
}

/** Types of the statements that repeat others. */
export const LOOPS = new Set(['while_statement', 'for_statement', 'do_statement']);

/** How many places the parser could not make sense of. */
export function countErrors(root: CNode): number {
  let errors = 0;
  for (const node of walk(root)) if (node.type === 'ERROR' || node.missing) errors += 1;
  return errors;
}

/** Parentheses around an expression left out. */
export function unwrap(node: CNode): CNode {
  let n = node;
  while (n.type === 'parenthesized_expression') {
    const inner = namedChildren(n)[0];
    if (!inner) return n;
    n = inner;
  }
  return n;
}
