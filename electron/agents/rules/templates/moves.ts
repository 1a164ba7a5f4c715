import { type CNode, field, namedChildren } from '../../c/tree.js';
import { type Draft, type Site, shown, type Template } from '../template.js';
import { insertAfter, insertBefore, removal } from './insertion.js';

/** The statement behind another one in the same block. */
export function following(node: CNode): CNode | undefined {
  const siblings = node.parent ? namedChildren(node.parent) : [];
  return siblings[siblings.indexOf(node) + 1];
}

const MOVABLE = /^(expression|if|return|for|while)_statement$/;

/** Two neighbouring statements in the other order. */
function reorder(site: Site): Draft[] {
  const next = following(site.node);
  if (!next || !MOVABLE.test(next.type) || site.node.parent?.type !== 'compound_statement') return [];
  const { file } = site.source;
  const edits = [
    { file, start: site.node.start, end: site.node.end, text: next.text },
    { file, start: next.start, end: next.end, text: site.node.text },
  ];
  const short = next.text.length < 120 && site.node.text.length < 120;
  return [{ edits, weight: short ? 1 : 0.3, what: `${shown(next.text)} before ${shown(site.node.text)}` }];
}

/** A statement out of the loop or if that it closes or opens. */
function moveOut(site: Site): Draft[] {
  const block = site.node.parent;
  const owner = block?.parent;
  if (!block || !owner || block.type !== 'compound_statement') return [];
  if (!/^(while|for|do|if)_statement$/.test(owner.type)) return [];
  const inside = namedChildren(block);
  if (inside.length < 2) return [];
  const gone = removal(site, site.node, 1, '').edits;
  const out: Draft[] = [];
  const what = (where: string) =>
    `${shown(site.node.text)} moved ${where} the ${owner.type.replace('_statement', '')} of line ${owner.line}`;
  if (inside.at(-1) === site.node)
    out.push({
      ...insertAfter(site, owner, site.node.text, 1, what('behind')),
      edits: [...gone, ...insertAfter(site, owner, site.node.text, 1, '').edits],
    });
  if (inside[0] === site.node)
    out.push({
      ...insertBefore(site, owner, site.node.text, 1, what('before')),
      edits: [...insertBefore(site, owner, site.node.text, 1, '').edits, ...gone],
    });
  return out.filter((draft) =>
    draft.edits.every((a, i) => draft.edits.every((b, j) => i === j || a.end <= b.start || b.end <= a.start)),
  );
}

/** A statement into the body of the loop or if before it (a forgotten pair of braces). */
function moveIn(site: Site): Draft[] {
  const siblings = site.node.parent ? namedChildren(site.node.parent) : [];
  const before = siblings[siblings.indexOf(site.node) - 1];
  if (!before || !/^(while|for|if)_statement$/.test(before.type) || field(before, 'alternative')) return [];
  const body = field(before, 'body') ?? field(before, 'consequence');
  if (!body) return [];
  const { file, text } = site.source;
  const inner = body.type === 'compound_statement' ? body.text.slice(1, -1) : ` ${body.text}`;
  const joined = `{${inner.trimEnd()} ${text.slice(body.end, site.node.start)}${site.node.text} }`;
  const weight = body.type === 'compound_statement' ? 0.4 : 1;
  return [
    {
      edits: [{ file, start: body.start, end: site.node.end, text: joined }],
      weight,
      what: `${shown(site.node.text)} moved into the ${before.type.replace('_statement', '')} of line ${before.line}`,
    },
  ];
}

export const MOVE_TEMPLATES: readonly Template[] = [
  { name: 'statement order', prior: 0.35, on: ['expression_statement', 'if_statement'], make: reorder },
  {
    name: 'statement moved out',
    prior: 0.25,
    on: ['expression_statement', 'return_statement'],
    make: moveOut,
  },
  { name: 'statement moved in', prior: 0.3, on: ['expression_statement', 'return_statement'], make: moveIn },
];
