import { type CNode, field } from '../../c/tree.js';
import { type Draft, type Knowledge, replace, type Site, type Template } from '../template.js';
import { ARITHMETIC, ASSIGNMENT, BITWISE, LOGICAL, RELATIONAL, type Swaps } from './operator-swaps.js';

const operatorOf = (node: CNode): CNode | undefined => field(node, 'operator');

const swap =
  (table: Swaps) =>
  (site: Site): Draft[] => {
    const operator = operatorOf(site.node);
    if (!operator) return [];
    const what = (to: string) =>
      `operator \`${operator.text}\` → \`${to}\` in ${site.node.text.slice(0, 60)}`;
    return (table[operator.text] ?? []).map(([to, weight]) => replace(site, operator, to, weight, what(to)));
  };

/** Names of values have no order: what tells them apart by one is seldom meant. */
const UNORDERED = 0.3;

function relational(site: Site, { project }: Knowledge): Draft[] {
  const right = field(site.node, 'right')?.text ?? '';
  const named = [...project.sources.values()].some(({ enumerators }) => enumerators.includes(right));
  const equality = /^[=!]=$/.test(operatorOf(site.node)?.text ?? '');
  return swap(RELATIONAL)(site).map((draft) =>
    named && equality && draft.edits.some(({ text }) => /[<>]/.test(text))
      ? { ...draft, weight: UNORDERED * draft.weight, contrived: true }
      : draft,
  );
}

const binary = { on: ['binary_expression'], oneToken: true } as const;

const CONDITIONAL = new Set(['if_statement', 'while_statement', 'do_statement', 'for_statement']);

/** `if (a = b)` for `==`, and the statement `a == b;` for `=` (GCC: -Wparentheses, -Wunused-value). */
function equalsMixUp(site: Site): Draft[] {
  const operator = operatorOf(site.node);
  const parent = site.node.parent;
  if (!operator || !parent) return [];
  if (operator.text === '==' && parent.type === 'expression_statement')
    return [replace(site, operator, '=', 1)];
  const tested =
    (parent.type === 'parenthesized_expression' && CONDITIONAL.has(parent.parent?.type ?? '')) ||
    (parent.type === 'for_statement' && site.node.field === 'condition') ||
    parent.type === 'binary_expression';
  return operator.text === '=' && tested ? [replace(site, operator, '==', 1)] : [];
}

function stepDirection(site: Site): Draft[] {
  const operator = operatorOf(site.node);
  return operator ? [replace(site, operator, operator.text === '++' ? '--' : '++')] : [];
}

/** `x++` ↔ `++x`, where the value is used. */
function stepOrder(site: Site): Draft[] {
  const operator = operatorOf(site.node);
  const argument = field(site.node, 'argument');
  const parent = site.node.parent?.type ?? '';
  if (!operator || !argument || parent === 'expression_statement' || parent === 'for_statement') return [];
  const prefix = operator.start < argument.start;
  return [replace(site, site.node, prefix ? argument.text + operator.text : operator.text + argument.text)];
}

function unaryDropped(site: Site): Draft[] {
  const operator = operatorOf(site.node);
  const argument = field(site.node, 'argument');
  if (!operator || !argument) return [];
  const dropped = replace(site, site.node, argument.text, 0.8);
  if (operator.text === '~') return [dropped, replace(site, operator, '!', 0.3)];
  return operator.text === '!' ? [dropped, replace(site, operator, '~', 0.3)] : [dropped];
}

/** A mask without its `~`, both in `a & mask` and `a &= mask`. */
function complementMissing(site: Site): Draft[] {
  const operator = operatorOf(site.node)?.text;
  const right = field(site.node, 'right');
  if (!right || (operator !== '&' && operator !== '&=') || right.type === 'unary_expression') return [];
  const simple = ['identifier', 'number_literal', 'parenthesized_expression', 'call_expression'].includes(
    right.type,
  );
  return [replace(site, right, simple ? `~${right.text}` : `~(${right.text})`)];
}

const BINDS_BADLY = new Set(['&', '|', '^', '<<', '>>']);
const SURPRISED = new Set(['==', '!=', '<', '>', '<=', '>=', '+', '-']);

/** `a & b == c` → `(a & b) == c`, `a + b / c` → `(a + b) / c`: the other way to group. */
function regroup(site: Site): Draft[] {
  const outer = operatorOf(site.node);
  const left = field(site.node, 'left');
  const right = field(site.node, 'right');
  if (!outer || !left || !right) return [];
  const out: Draft[] = [];
  const innerLeft = left.type === 'binary_expression' ? operatorOf(left) : undefined;
  if (innerLeft && innerLeft.text !== outer.text) {
    const parts = [field(left, 'left')?.text, field(left, 'right')?.text];
    const text = `${parts[0]} ${innerLeft.text} (${parts[1]} ${outer.text} ${right.text})`;
    out.push(replace(site, site.node, text, weightOf(outer.text, innerLeft.text)));
  }
  const innerRight = right.type === 'binary_expression' ? operatorOf(right) : undefined;
  if (innerRight && innerRight.text !== outer.text) {
    const parts = [field(right, 'left')?.text, field(right, 'right')?.text];
    const text = `(${left.text} ${outer.text} ${parts[0]}) ${innerRight.text} ${parts[1]}`;
    out.push(replace(site, site.node, text, weightOf(outer.text, innerRight.text)));
  }
  return out;
}

const weightOf = (outer: string, inner: string): number =>
  (BINDS_BADLY.has(outer) && SURPRISED.has(inner)) || (BINDS_BADLY.has(inner) && SURPRISED.has(outer))
    ? 1
    : 0.4;

export const OPERATOR_TEMPLATES: readonly Template[] = [
  {
    name: 'relational operator',
    prior: 1,
    ...binary,
    boost: { hang: 1.2, fault: 1.2 },
    make: relational,
  },
  { name: 'logical operator', prior: 0.7, ...binary, make: swap(LOGICAL) },
  { name: 'arithmetic operator', prior: 0.55, ...binary, make: swap(ARITHMETIC) },
  { name: 'bitwise operator', prior: 0.65, ...binary, make: swap(BITWISE) },
  {
    name: 'assignment operator',
    prior: 0.45,
    on: ['assignment_expression'],
    oneToken: true,
    make: swap(ASSIGNMENT),
  },
  {
    name: '= for == or == for =',
    prior: 1,
    on: ['assignment_expression', 'binary_expression'],
    oneToken: true,
    make: equalsMixUp,
  },
  {
    name: 'increment for decrement',
    prior: 0.6,
    on: ['update_expression'],
    oneToken: true,
    boost: { hang: 1.5 },
    make: stepDirection,
  },
  { name: 'prefix for postfix', prior: 0.4, on: ['update_expression'], make: stepOrder },
  {
    name: 'unary operator dropped',
    prior: 0.35,
    on: ['unary_expression'],
    oneToken: true,
    make: unaryDropped,
  },
  {
    name: 'complement missing',
    prior: 0.5,
    on: ['binary_expression', 'assignment_expression'],
    oneToken: true,
    make: complementMissing,
  },
  { name: 'grouping', prior: 0.4, on: ['binary_expression'], make: regroup },
];
