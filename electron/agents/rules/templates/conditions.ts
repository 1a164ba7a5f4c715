import { type CNode, field, namedChildren, nodesOfType, unwrap } from '../../c/tree.js';
import { type Draft, type Knowledge, replace, type Site, type Template } from '../template.js';

const CONDITIONAL = ['if_statement', 'while_statement', 'do_statement', 'for_statement'] as const;

/** The expression that a statement tests, without its parentheses. */
export function conditionOf(statement: CNode): CNode | undefined {
  const condition = field(statement, 'condition');
  return condition ? unwrap(condition) : undefined;
}

const SIMPLE = new Set(['identifier', 'call_expression', 'field_expression', 'subscript_expression']);

export const negated = (node: CNode): string => (SIMPLE.has(node.type) ? `!${node.text}` : `!(${node.text})`);

function negate(site: Site): Draft[] {
  const condition = conditionOf(site.node);
  if (!condition) return [];
  if (condition.type === 'unary_expression' && condition.text.startsWith('!')) return [];
  const comparison =
    condition.type === 'binary_expression' && /[<>=]/.test(field(condition, 'operator')?.text ?? '');
  return [replace(site, condition, negated(condition), comparison ? 0.2 : 1)];
}

/** `a && b` → `a`, `b`. */
function dropOperand(site: Site): Draft[] {
  const operator = field(site.node, 'operator')?.text;
  const left = field(site.node, 'left');
  const right = field(site.node, 'right');
  if (!left || !right || (operator !== '&&' && operator !== '||')) return [];
  return [replace(site, site.node, left.text), replace(site, site.node, right.text)];
}

/** Conditions found in the same function or file that could be missing in this one. */
function addOperand(site: Site, knowledge: Knowledge): Draft[] {
  const condition = conditionOf(site.node);
  if (!condition || !site.fn) return [];
  const visible = new Set(site.scope().map((variable) => variable.name));
  const known = (name: string) => visible.has(name) || knowledge.project.mentions.has(name);
  const own = wrapIf(condition, '||');
  const ownAnd = wrapIf(condition, '&&');
  return comparisons(site, condition)
    .filter(({ names }) => names.every(known))
    .slice(0, 24)
    .flatMap(({ text, weight }) => [
      replace(site, condition, `${ownAnd} && ${text}`, weight),
      replace(site, condition, `${own} || ${text}`, weight * 0.8),
    ]);
}

const wrapIf = (node: CNode, joined: '&&' | '||'): string => {
  const operator = node.type === 'binary_expression' ? field(node, 'operator')?.text : '';
  const loose = operator === '||' ? joined === '&&' : operator === '&&' && joined === '||';
  return loose || node.type === 'assignment_expression' || node.type === 'conditional_expression'
    ? `(${node.text})`
    : node.text;
};

interface Found {
  text: string;
  names: string[];
  weight: number;
}

const RELATIONS = /^(<|>|<=|>=|==|!=)$/;

function comparisons(site: Site, condition: CNode): Found[] {
  const seen = new Map<string, Found>();
  const look = (body: CNode, weight: number): void => {
    for (const node of nodesOfType(body, 'binary_expression'))
      if (RELATIONS.test(field(node, 'operator')?.text ?? '')) addFound(seen, node, weight, condition);
  };
  if (site.fn) look(site.fn.body, 1);
  for (const fn of site.source.functions) if (fn !== site.fn) look(fn.body, 0.5);
  return [...seen.values()].sort((a, b) => b.weight - a.weight);
}

function addFound(seen: Map<string, Found>, node: CNode, weight: number, condition: CNode): void {
  if (condition.text.includes(node.text) || seen.has(node.text) || node.text.length > 60) return;
  const names = node.text.replace(/(->|\.)\s*\w+/g, '').match(/[A-Za-z_]\w*/g) ?? [];
  seen.set(node.text, { text: node.text, names, weight });
}

/** `e == PRESS` → `e == PRESS || e == BLOCKED`: another value of the same enumeration left out. */
function valueLeftOut(site: Site, { project }: Knowledge): Draft[] {
  const [left, right] = [field(site.node, 'left'), field(site.node, 'right')];
  const operator = field(site.node, 'operator')?.text ?? '';
  if (!left || !right || right.type !== 'identifier' || !/^[=!]=$/.test(operator)) return [];
  const values = [...project.sources.values()]
    .flatMap((source) => nodesOfType(source.root, 'enumerator_list'))
    .map((list) => namedChildren(list).flatMap((each) => field(each, 'name')?.text ?? []))
    .find((names) => names.includes(right.text));
  const join = operator === '==' ? '||' : '&&';
  const beside =
    site.node.parent?.type === 'binary_expression' || site.node.parent?.type === 'unary_expression';
  return (values ?? [])
    .filter((name) => name !== right.text)
    .slice(0, 12)
    .map((name) => {
      const both = `${site.node.text} ${join} ${left.text} ${operator} ${name}`;
      return replace(site, site.node, beside ? `(${both})` : both);
    });
}

export const CONDITION_TEMPLATES: readonly Template[] = [
  { name: 'condition negated', prior: 0.6, on: CONDITIONAL, make: negate },
  {
    name: 'condition operand dropped',
    prior: 0.25,
    on: ['binary_expression'],
    destructive: true,
    make: dropOperand,
  },
  { name: 'value left out', prior: 0.4, on: ['binary_expression'], make: valueLeftOut },
  {
    name: 'condition operand added',
    prior: 0.2,
    contrived: true,
    on: CONDITIONAL,
    boost: { fault: 1.5 },
    make: addOperand,
  },
];
