import type { CFunction } from '../../c/source.js';
import { type CNode, field, namedChildren, walk } from '../../c/tree.js';
import { type Draft, type Knowledge, type Site, shown, type Template } from '../template.js';
import { insertAfter, insertBefore } from './insertion.js';

const DONOR_LIMIT = 100;

/** Short statements of the same file that make sense here: a step that a sibling function has and this one lacks. */
function donors(site: Site, knowledge: Knowledge): Draft[] {
  const fn = site.fn;
  if (!fn || site.node.parent?.type !== 'compound_statement') return [];
  const visible = new Set(site.scope().map((variable) => variable.name));
  const fits = (text: string): boolean =>
    (text.replace(/(->|\.)\s*\w+|"[^"]*"|'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? []).every(
      (name) => visible.has(name) || knowledge.project.mentions.has(name) || KEYWORDS.has(name),
    );
  const seen = new Set<string>();
  const out: Draft[] = [];
  for (const donor of donorStatements(site, fn)) {
    if (seen.has(donor.text) || out.length >= 30 || !fits(donor.text)) continue;
    seen.add(donor.text);
    if (donor.text === site.node.text) continue;
    out.push(
      insertBefore(
        site,
        site.node,
        donor.text,
        donor.weight,
        `${shown(donor.text)} before line ${site.node.line}`,
      ),
    );
    if (namedChildren(site.node.parent).at(-1) === site.node && site.node.type !== 'return_statement')
      out.push(
        insertAfter(
          site,
          site.node,
          donor.text,
          donor.weight,
          `${shown(donor.text)} after line ${site.node.line}`,
        ),
      );
  }
  return out;
}

const KEYWORDS = new Set([
  'if',
  'return',
  'break',
  'continue',
  'sizeof',
  'NULL',
  'true',
  'false',
  'memset',
  'memcpy',
  'else',
]);

function* donorStatements(site: Site, fn: CFunction): Generator<{ text: string; weight: number }> {
  for (const other of [fn, ...site.source.functions.filter((each) => each !== fn)]) {
    const rename = parameterNames(other, fn);
    for (const node of walk(other.body)) {
      if (node.type !== 'expression_statement' && !isGuard(node)) continue;
      if (node.text.length > DONOR_LIMIT || node.text.length < 4 || /printf|puts\s*\(/.test(node.text))
        continue;
      const text = node.text.replace(/\b[A-Za-z_]\w*\b/g, (word) => rename.get(word) ?? word);
      const missing = !fn.body.text.includes(text);
      yield { text, weight: (isGuard(node) ? 1 : 0.8) * (missing ? 1 : 0.4) };
    }
  }
}

/** Parameters of the donor renamed to ours of the same type. */
function parameterNames(from: CFunction, to: CFunction): Map<string, string> {
  const names = new Map<string, string>();
  for (const theirs of from.parameters) {
    const ours = to.parameters.find((each) => each.type === theirs.type && each.pointers === theirs.pointers);
    if (ours && ours.name !== theirs.name) names.set(theirs.name, ours.name);
  }
  return names;
}

const isGuard = (node: CNode): boolean =>
  node.type === 'if_statement' &&
  !field(node, 'alternative') &&
  /^\{?\s*(return|break|continue)\b[^;]*;\s*\}?$/.test(field(node, 'consequence')?.text ?? '');

export const SIBLING_TEMPLATES: readonly Template[] = [
  {
    name: 'statement of a sibling missing',
    prior: 0.25,
    contrived: true,
    on: ['expression_statement', 'return_statement', 'if_statement', 'for_statement', 'while_statement'],
    make: donors,
  },
];
