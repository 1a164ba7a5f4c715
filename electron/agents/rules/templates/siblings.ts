import type { CFunction, CSource } from '../../c/source.js';
import { type CNode, field, namedChildren, nodesOfType } from '../../c/tree.js';
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
  for (const donor of donorsOf(site.source, fn)) {
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

interface Donor {
  text: string;
  weight: number;
}

const donorsFor = new WeakMap<CFunction, Donor[]>();

/** What statements of the file would be in `fn`, its own first; found once for each function. */
function donorsOf(source: CSource, fn: CFunction): readonly Donor[] {
  const others = source.functions.filter((each) => each !== fn);
  const known = donorsFor.get(fn) ?? [fn, ...others].flatMap((from) => donorStatements(from, fn));
  donorsFor.set(fn, known);
  return known;
}

function donorStatements(from: CFunction, to: CFunction): Donor[] {
  const rename = parameterNames(from, to);
  const guards = nodesOfType(from.body, 'if_statement').filter(isGuard);
  return [...nodesOfType(from.body, 'expression_statement'), ...guards]
    .filter(({ text }) => text.length >= 4 && text.length <= DONOR_LIMIT && !/printf|puts\s*\(/.test(text))
    .sort((a, b) => a.start - b.start)
    .map((node) => {
      const text = node.text.replace(/\b[A-Za-z_]\w*\b/g, (word) => rename.get(word) ?? word);
      const missing = !to.body.text.includes(text);
      return { text, weight: (node.type === 'if_statement' ? 1 : 0.8) * (missing ? 1 : 0.4) };
    });
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
