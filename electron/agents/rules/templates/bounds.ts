import { type CNode, field, namedChildren, nodesOfType, unwrap } from '../../c/tree.js';
import { type Draft, type Knowledge, replace, type Site, type Template } from '../template.js';
import { declaredSizes } from './types.js';

const TIGHT = new Set([
  'identifier',
  'call_expression',
  'field_expression',
  'subscript_expression',
  'parenthesized_expression',
  'number_literal',
]);
const ADDITIVE = new Set(['+', '-', '*', '/', '%']);

/** `n` of `n - 1` and `n + 1`. */
function withoutOne(node: CNode): string | null {
  const one = /^1[uUlL]*$/.test(field(node, 'right')?.text ?? '');
  return one && /^[-+]$/.test(field(node, 'operator')?.text ?? '')
    ? (field(node, 'left')?.text ?? null)
    : null;
}

/** `n` → `n - 1`, `n + 1`; `n - 1` and `n + 1` → `n`. Literals are the constants' business. */
export function shifted(site: Site, node: CNode, weight: number): Draft[] {
  if (node.type === 'number_literal' || node.type === 'string_literal' || node.type === 'char_literal')
    return [];
  if (node.type === 'initializer_list' || node.type === 'assignment_expression') return [];
  const bare = withoutOne(node);
  if (bare !== null) return [replace(site, node, bare, weight)];
  const operator = node.type === 'binary_expression' ? (field(node, 'operator')?.text ?? '') : '';
  const base = TIGHT.has(node.type) || ADDITIVE.has(operator) ? node.text : `(${node.text})`;
  return [replace(site, node, `${base} - 1`, weight), replace(site, node, `${base} + 1`, weight)];
}

/** A named constant that is wrong is wrong where it is defined; only bounds are commonly one beside it. */
const NAMED_CONSTANT = 0.25;

function shiftedValue(site: Site, node: CNode, weight: number): Draft[] {
  const constant =
    node.type === 'identifier' && !site.scope().some((variable) => variable.name === node.text);
  return shifted(site, node, weight * (constant ? NAMED_CONSTANT : 1));
}

function relationalOperand(site: Site): Draft[] {
  if (!/^(<|>|<=|>=|==|!=)$/.test(field(site.node, 'operator')?.text ?? '')) return [];
  const left = field(site.node, 'left');
  const right = field(site.node, 'right');
  if (!left || !right) return [];
  return [...shifted(site, right, 1), ...shifted(site, left, 0.4)];
}

/** A length held against something else than the size of the array that the function fills: `n > 32` for `n > FRAME_MAX`. */
function declaredBound(site: Site, { project }: Knowledge): Draft[] {
  const right = field(site.node, 'right');
  if (!site.fn || !right || !/^[<>]=?$/.test(field(site.node, 'operator')?.text ?? '')) return [];
  const named = right.type === 'identifier' && !site.scope().some(({ name }) => name === right.text);
  if (right.type !== 'number_literal' && !named) return [];
  const sizes = nodesOfType(site.fn.body, 'subscript_expression').flatMap((node) => {
    const array = field(node, 'argument');
    return array ? declaredSizes(site, array, project) : [];
  });
  return [...new Set(sizes)]
    .filter((size) => size !== right.text)
    .map((size) => replace(site, right, size, 1, `bound ${right.text} → ${size}, the size of the array`));
}

const index = (site: Site): Draft[] => {
  const at = field(site.node, 'index') ?? namedChildren(site.node)[1];
  if (!at) return [];
  const inner = nodesOfType(at, 'parenthesized_expression').flatMap((node) => {
    const bare = withoutOne(unwrap(node));
    return bare === null ? [] : replace(site, node, bare);
  });
  // One more or less behind a wrap leaves the array.
  const wraps = field(at, 'operator')?.text === '%';
  return [...inner, ...shifted(site, at, wraps ? 0.4 : 1)];
};

const shiftedField =
  (name: string, weight: number) =>
  (site: Site): Draft[] => {
    const value = field(site.node, name);
    return value ? shiftedValue(site, value, weight) : [];
  };

const returned = (site: Site): Draft[] =>
  namedChildren(site.node).flatMap((value) => shiftedValue(site, value, 1));

const argumentsOf = (site: Site): Draft[] =>
  site.node.parent?.type === 'call_expression' && !/printf|puts|log/i.test(site.node.parent.text.slice(0, 20))
    ? namedChildren(site.node).flatMap((argument) =>
        shiftedValue(site, argument, argument.text.startsWith('&') ? 0 : 1),
      )
    : [];

/** An array one too short, or by a round amount. */
function arraySize(site: Site): Draft[] {
  const size = field(site.node, 'size');
  if (!size) return [];
  return [
    replace(site, size, `${size.text} + 1`, 1),
    replace(site, size, `2 * (${size.text})`, 0.3),
    replace(site, size, `10 * (${size.text})`, 0.3),
  ].map((draft) => ({ ...draft, layout: true }));
}

/** `sizeof p` for `sizeof *p`, and the other way about. */
function sizeOf(site: Site): Draft[] {
  const value = field(site.node, 'value');
  if (!value) return [];
  const inner = value.text.replace(/^\((.*)\)$/s, '$1');
  return [
    inner.startsWith('*') ? replace(site, value, `(${inner.slice(1)})`) : replace(site, value, `(*${inner})`),
  ];
}

export const BOUND_TEMPLATES: readonly Template[] = [
  {
    name: 'off by one in a comparison',
    prior: 0.7,
    on: ['binary_expression'],
    boost: { fault: 1.2 },
    make: relationalOperand,
  },
  {
    name: 'bound of another array',
    prior: 0.6,
    on: ['binary_expression'],
    boost: { fault: 2.5 },
    make: declaredBound,
  },
  {
    name: 'off by one in an index',
    prior: 0.6,
    on: ['subscript_expression'],
    boost: { fault: 1.2 },
    make: index,
  },
  {
    name: 'off by one in an assignment',
    prior: 0.4,
    contrived: true,
    on: ['assignment_expression'],
    make: shiftedField('right', 1),
  },
  {
    name: 'off by one in an initial value',
    prior: 0.4,
    contrived: true,
    on: ['init_declarator'],
    make: shiftedField('value', 1),
  },
  {
    name: 'off by one in a choice',
    prior: 0.45,
    on: ['conditional_expression'],
    make: (site) => [...shiftedField('alternative', 1)(site), ...shiftedField('consequence', 1)(site)],
  },
  { name: 'off by one in a result', prior: 0.45, contrived: true, on: ['return_statement'], make: returned },
  {
    name: 'off by one in an argument',
    prior: 0.35,
    contrived: true,
    on: ['argument_list'],
    make: argumentsOf,
  },
  { name: 'array size', prior: 0.35, on: ['array_declarator'], boost: { fault: 1.5 }, make: arraySize },
  { name: 'sizeof of the wrong thing', prior: 0.5, on: ['sizeof_expression'], make: sizeOf },
];
