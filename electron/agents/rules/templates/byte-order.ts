import { type CNode, field, namedChildren, nodesOfType } from '../../c/tree.js';
import type { Draft, Site, Template } from '../template.js';

/** `p[0] << 8 | p[1]` → `p[1] << 8 | p[0]`: the bytes of a number taken in the other order. */
function bytesTaken(site: Site): Draft[] {
  const isJoin = (node: CNode | null): boolean =>
    /^[|+]$/.test((node && field(node, 'operator')?.text) ?? '');
  const { node } = site;
  const outer = node.parent?.type === 'parenthesized_expression' ? node.parent.parent : node.parent;
  if (!isJoin(node) || isJoin(outer)) return [];
  return mirrored(site, nodesOfType(node, 'subscript_expression'));
}

/** `p[0] = v; p[1] = v >> 8;` → `p[1] = v; p[0] = v >> 8;`: put down in the other order. */
function bytesPut(site: Site): Draft[] {
  const targets = namedChildren(site.node).map((statement) => {
    const assignment = statement.type === 'expression_statement' ? namedChildren(statement)[0] : undefined;
    const left = assignment?.type === 'assignment_expression' ? field(assignment, 'left') : null;
    return left?.type === 'subscript_expression' ? left : null;
  });
  const runs = targets.reduce<CNode[][]>(
    (all, target) => {
      if (target) all.at(-1)?.push(target);
      else all.push([]);
      return all;
    },
    [[]],
  );
  return runs.flatMap((run) => mirrored(site, run));
}

/** The numbers between the brackets in reverse, where all are of one array and no two alike. */
function mirrored(site: Site, bytes: readonly CNode[]): Draft[] {
  const indices = bytes.flatMap((byte) => field(byte, 'index') ?? []);
  const arrays = new Set(bytes.map((byte) => field(byte, 'argument')?.text));
  const texts = indices.map((index) => index.text);
  const literal = indices.every((index) => index.type === 'number_literal');
  if (arrays.size !== 1 || !literal || texts.length < 2 || new Set(texts).size < texts.length) return [];
  const reversed = texts.toReversed();
  const edits = indices.map((index, i) => ({
    file: site.source.file,
    start: index.start,
    end: index.end,
    text: reversed[i] ?? '',
  }));
  const what = `bytes ${texts.join(', ')} → ${reversed.join(', ')} of \`${[...arrays][0]}\``;
  return [{ edits, weight: 1, what }];
}

export const BYTE_ORDER_TEMPLATES: readonly Template[] = [
  { name: 'byte order', prior: 0.6, on: ['binary_expression'], make: bytesTaken },
  { name: 'byte order of a write', prior: 0.5, on: ['compound_statement'], make: bytesPut },
];
