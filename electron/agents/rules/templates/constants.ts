import { type CNode, field, nodesOfType } from '../../c/tree.js';
import { type Draft, type Knowledge, replace, type Site, type Template } from '../template.js';
import { type Literal, neighbours, parseLiteral, written } from './literals.js';
import { PUBLISHED } from './published.js';

/** Nobody writes `x + 0` or `x * 1`: where such an edit passes, something else is wrong. */
const IDLE = 0.2;
const ZERO_IS_IDLE = /^([-+|^]|<<|>>)=?$/;

function doesNothing(site: Site, value: number): boolean {
  const { parent } = site.node;
  const operator = parent ? (field(parent, 'operator')?.text ?? '') : '';
  return (value === 0 && ZERO_IS_IDLE.test(operator)) || (value === 1 && /^[*/%]=?$/.test(operator));
}

/** A macro that is the size of an array: with another one the array changes, and what is around it. */
const isSize = (site: Site, { project }: Knowledge): boolean =>
  !site.fn &&
  [...project.sources.values()].some(({ root }) =>
    nodesOfType(root, 'array_declarator').some((node) => field(node, 'size')?.text === site.owner),
  );

function fromNeighbours(site: Site, knowledge: Knowledge): Draft[] {
  const literal = parseLiteral(site.node.text);
  if (!literal) return [];
  const best = new Map<number, number>();
  for (const [value, weight] of neighbours(literal)) {
    const likely = weight * (doesNothing(site, value) ? IDLE : 1);
    best.set(value, Math.max(best.get(value) ?? 0, likely));
  }
  return [...best].map(([value, weight]) => {
    const text = value < 0 ? `(${value})` : written(value, literal);
    const what = `constant ${site.node.text} → ${value < 0 ? value : text}`;
    const contrived = isStart(site.node) && Math.abs(value - literal.value) === 1;
    return { ...replace(site, site.node, text, weight, what), contrived, layout: isSize(site, knowledge) };
  });
}

/** What a variable starts with: one more or less there makes up for many a wrong comparison. */
const isStart = ({ parent, field: role }: CNode): boolean =>
  (parent?.type === 'init_declarator' && role === 'value') ||
  (parent?.type === 'assignment_expression' && role === 'right' && field(parent, 'operator')?.text === '=');

/** The very value that a failing case got, where it wanted another. */
function fromMismatch(site: Site, { symptoms }: Knowledge): Draft[] {
  const literal = parseLiteral(site.node.text);
  const wanted = symptoms.mismatches.flatMap((each) => (each.got === literal?.value ? [each.wanted] : []));
  return literal
    ? [...new Set(wanted)].map((value) =>
        replace(site, site.node, value < 0 ? `(${value})` : written(value, literal)),
      )
    : [];
}

/** A message with a handful of numbers tells something; one full of them does not. */
const FEW = 3;

function fromEvidence(site: Site, knowledge: Knowledge): Draft[] {
  const literal = parseLiteral(site.node.text);
  if (!literal) return [];
  const values = new Set(
    knowledge.symptoms.constants.filter((value) => value !== literal.value && Number.isInteger(value)),
  );
  const each = Math.min(1, FEW / Math.max(1, values.size));
  return [...values]
    .slice(0, 12)
    .map((value) => replace(site, site.node, value < 0 ? `(${value})` : written(value, literal), each));
}

/** Lines around a literal within which another one is a likelier stand-in. */
const NEARBY = 15;

function fromFile(site: Site): Draft[] {
  const literal = parseLiteral(site.node.text);
  if (!literal) return [];
  const found = new Map<string, number>();
  for (const node of nodesOfType(site.source.root, 'number_literal')) {
    const text = node.text.replace(/^-/, '');
    const other = parseLiteral(text);
    if (!other || Math.abs(literal.value) === other.value || found.size >= 60) continue;
    const weight =
      (Math.abs(node.line - site.node.line) < NEARBY ? 1 : 0.4) * (other.hex === literal.hex ? 1 : 0.5);
    found.set(text, Math.max(found.get(text) ?? 0, weight));
  }
  const sign = literal.value < 0 ? '-' : '';
  return [...found].map(([text, weight]) => replace(site, site.node, sign + text, weight));
}

/** Values of the matter that the surrounding names speak of, of the same base and width; those that look alike first. */
function fromPublished(site: Site): Draft[] {
  const literal = parseLiteral(site.node.text);
  if (!literal || (literal.hex && literal.digits < 2)) return [];
  const around = `${site.fn?.name ?? ''} ${site.owner} ${site.source.file}`;
  return PUBLISHED.filter((row) => row.matter.test(around)).flatMap((row) =>
    row.values
      .filter((text) => fits(text, literal) && Number(text) !== literal.value)
      .map((text) =>
        replace(
          site,
          site.node,
          text + literal.suffix,
          sameDigits(text, site.node.text) ? 1 : 0.4,
          `constant ${site.node.text} → ${text} (${row.source})`,
        ),
      ),
  );
}

const fits = (text: string, literal: Literal): boolean =>
  /^0x/i.test(text) ? literal.hex && text.length - 2 === literal.digits : !literal.hex;

/** A slip of the fingers: the same digits in another order, or all but one of them. */
function sameDigits(a: string, b: string): boolean {
  const sorted = (text: string) => [...text.toLowerCase().replace(/[ul]+$/, '')].sort().join('');
  const differing = [...a.toLowerCase()].filter((digit, i) => digit !== b.toLowerCase()[i]).length;
  return sorted(a) === sorted(b) || (a.length === b.length && differing === 1);
}

/** `80` for `0x80`, `0x10` for `10`: the base mixed up. */
function baseMixUp(site: Site): Draft[] {
  const hex = /^0[xX]([0-9]+)([uUlL]*)$/.exec(site.node.text);
  if (hex) return [replace(site, site.node, `${Number(hex[1])}${hex[2]}`)];
  return /^[1-9]\d+[uUlL]*$/.test(site.node.text) ? [replace(site, site.node, `0x${site.node.text}`)] : [];
}

/** `1 << 31` → `1U << 31`: the suffix missing (ISO C 6.5.7). */
function suffix(site: Site): Draft[] {
  if (!/^(0[xX][0-9a-fA-F]+|\d+)$/.test(site.node.text) || site.node.parent?.type !== 'binary_expression')
    return [];
  return [
    replace(site, site.node, `${site.node.text}U`, 0.6),
    replace(site, site.node, `${site.node.text}ULL`, 0.6),
  ];
}

function negatedValue(site: Site): Draft[] {
  const parent = site.node.parent;
  if (parent?.type === 'unary_expression') return [];
  const initial =
    parent?.type === 'init_declarator' ||
    parent?.type === 'return_statement' ||
    parent?.type === 'assignment_expression';
  return initial && site.node.text !== '0' ? [replace(site, site.node, `-${site.node.text}`)] : [];
}

function charFromFile(site: Site): Draft[] {
  const all = nodesOfType(site.source.root, 'char_literal').map(({ text }) => text);
  const others = new Set(all.filter((text) => text !== site.node.text));
  return [...others].slice(0, 20).map((text) => replace(site, site.node, text));
}

/** `1.0` for `1`: an integer division that should not be one. */
function toFloating(site: Site): Draft[] {
  const operator = site.node.parent ? field(site.node.parent, 'operator')?.text : '';
  if (!/^\d+$/.test(site.node.text) || (operator !== '/' && operator !== '*')) return [];
  return [replace(site, site.node, `${site.node.text}.0`)];
}

const literals = { on: ['number_literal'], oneToken: true } as const;

export const CONSTANT_TEMPLATES: readonly Template[] = [
  { name: 'value that a test expects', prior: 1.2, ...literals, make: fromMismatch },
  { name: 'constant of the evidence', prior: 0.5, contrived: true, ...literals, make: fromEvidence },
  { name: 'neighbouring constant', prior: 0.7, ...literals, make: fromNeighbours },
  { name: 'published constant', prior: 0.55, ...literals, make: fromPublished },
  { name: 'constant of the same file', prior: 0.3, contrived: true, ...literals, make: fromFile },
  { name: 'number base', prior: 0.3, ...literals, make: baseMixUp },
  { name: 'literal suffix', prior: 0.3, ...literals, make: suffix },
  { name: 'sign of a constant', prior: 0.2, contrived: true, ...literals, make: negatedValue },
  { name: 'character constant', prior: 0.35, on: ['char_literal'], oneToken: true, make: charFromFile },
  { name: 'integer for floating constant', prior: 0.2, ...literals, make: toFloating },
];
