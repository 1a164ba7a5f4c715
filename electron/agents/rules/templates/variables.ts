import { kindOf, type Variable } from '../../c/declarations.js';
import { type CNode, field, namedChildren } from '../../c/tree.js';
import { type Draft, type Knowledge, replace, type Site, shown, type Template } from '../template.js';
import { isUsed, structOfAccess } from './types.js';

const NOT_A_USE = new Set([
  'function_declarator',
  'pointer_declarator',
  'array_declarator',
  'parameter_declaration',
  'preproc_def',
  'preproc_function_def',
  'preproc_params',
  'enumerator',
  'declaration',
  'labeled_statement',
  'goto_statement',
]);

function isUse(node: CNode): boolean {
  const parent = node.parent;
  if (!parent || NOT_A_USE.has(parent.type)) return false;
  if (parent.type === 'call_expression' && node.field === 'function') return false;
  return !(parent.type === 'init_declarator' && node.field === 'declarator');
}

/** Another variable of the same kind. */
function otherVariable(site: Site): Draft[] {
  if (!isUse(site.node)) return [];
  const scope = site.scope();
  const mine = scope.find((variable) => variable.name === site.node.text);
  if (!mine) return [];
  const kind = kindOf(mine);
  return scope
    .filter((each) => each !== mine && kindOf(each) === kind)
    .slice(0, 14)
    .map((each) => replace(site, site.node, each.name, alike(mine, each, site)));
}

/** What a function is given and does not use is what it should use, in the place of another. */
function idleParameter(site: Site): Draft[] {
  const { fn, node } = site;
  const mine = isUse(node) ? site.scope().find((variable) => variable.name === node.text) : undefined;
  if (!fn || !mine) return [];
  return fn.parameters
    .filter((each) => kindOf(each) === kindOf(mine) && !isUsed(fn, each.name))
    .map((each) => replace(site, node, each.name, alike(mine, each, site)));
}

function alike(mine: Variable, each: Variable, site: Site): number {
  const type = mine.type === each.type ? 1 : 0.6;
  const local = site.source.globals.includes(each) && !site.source.globals.includes(mine) ? 0.5 : 1;
  return type * local * (0.6 + 0.4 * similarity(mine.name, each.name));
}

/** Share of common pairs of letters (Dice 1945), 0..1. */
export function similarity(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
  const left = pairs(a.toLowerCase());
  const right = pairs(b.toLowerCase());
  const shared = [...left].filter((pair) => right.has(pair)).length;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

/** Another member of the same struct and kind. */
function otherMember(site: Site, knowledge: Knowledge): Draft[] {
  const name = field(site.node, 'field');
  const struct = structOfAccess(site, site.node, knowledge.project);
  const mine = struct?.fields.find((each) => each.name === name?.text);
  if (!name || !struct || !mine) return [];
  return struct.fields
    .filter((each) => each !== mine && kindOf(each) === kindOf(mine))
    .map((each) => replace(site, name, each.name, each.type === mine.type ? 1 : 0.6));
}

/** Another function of the tree with as many parameters. */
function otherFunction(site: Site, knowledge: Knowledge): Draft[] {
  const callee = field(site.node, 'function');
  const mine = callee ? knowledge.project.functions.get(callee.text) : undefined;
  if (!callee || !mine) return [];
  return [...knowledge.project.functions.values()]
    .filter((fn) => fn !== mine && fn.name !== site.fn?.name && fn.returns === mine.returns)
    .filter((fn) => fn.parameters.map(kindOf).join() === mine.parameters.map(kindOf).join())
    .filter((fn) => knowledge.project.changeable.has(fn.file))
    .map((fn) => replace(site, callee, fn.name, 0.3 + 0.7 * similarity(fn.name, mine.name)));
}

/** Another macro or enumerator with a name alike, or a number where a variable stands. */
function otherName(site: Site, knowledge: Knowledge): Draft[] {
  if (!isUse(site.node)) return [];
  const names = new Set<string>();
  for (const source of knowledge.project.sources.values()) {
    for (const macro of source.macros)
      if (!macro.functionLike && macro.value.length > 0) names.add(macro.name);
    for (const enumerator of source.enumerators) names.add(enumerator);
  }
  if (!names.has(site.node.text)) return [];
  return [...names]
    .filter((name) => name !== site.node.text)
    .map((name) => ({ name, like: similarity(name, site.node.text) }))
    .sort((a, b) => b.like - a.like)
    .slice(0, 12)
    .map(({ name, like }) => replace(site, site.node, name, 0.3 + 0.7 * like));
}

/** A macro's value from elsewhere is off by a factor: `SHIFT` → `(SHIFT * 2)`, `(SHIFT / 2)`. */
function scaledName(site: Site, knowledge: Knowledge): Draft[] {
  if (!isUse(site.node)) return [];
  const numeric = (value: string) => /^\(?\d+[uUlL]*\)?$/.test(value.trim());
  const known = [...knowledge.project.sources.values()].some((source) =>
    source.macros.some((macro) => macro.name === site.node.text && numeric(macro.value)),
  );
  return known ? ['* 2', '/ 2'].map((by) => replace(site, site.node, `(${site.node.text} ${by})`)) : [];
}

/** `f(a, b)` → `f(b, a)`, for each pair. */
function swappedArguments(site: Site, knowledge: Knowledge): Draft[] {
  const list = namedChildren(site.node);
  const callee = site.node.parent ? field(site.node.parent, 'function')?.text : '';
  const parameters = knowledge.project.functions.get(callee ?? '')?.parameters ?? [];
  const out: Draft[] = [];
  for (let i = 0; i < list.length; i += 1)
    for (let j = i + 1; j < Math.min(list.length, 6); j += 1) {
      const [a, b] = [list[i], list[j]];
      const [p, q] = [parameters[i], parameters[j]];
      if (!a || !b || a.text === b.text || a.type === 'string_literal' || b.type === 'string_literal')
        continue;
      const fits = !p || !q || kindOf(p) === kindOf(q) ? 1 : 0.2;
      out.push(exchange(site, a, b, fits, `arguments \`${a.text}\` and \`${b.text}\` exchanged`));
    }
  return out;
}

/** Beyond that a table is data, and its order hardly a slip of the hand. */
const MOST_ROWS = 64;

/** Two neighbours of a table that stand the wrong way round; rows with a place of their own (`[X] = …`) have no order. */
function swappedRows(site: Site): Draft[] {
  const rows = namedChildren(site.node).filter(({ type }) => type !== 'comment');
  if (rows.length > MOST_ROWS || rows.some(({ type }) => type === 'initializer_pair')) return [];
  return rows.slice(1).flatMap((row, i) => {
    const before = rows[i];
    if (!before || before.text === row.text) return [];
    const weight = row.type === 'initializer_list' ? 1 : 0.5;
    return [exchange(site, before, row, weight, `${shown(before.text)} and ${shown(row.text)} exchanged`)];
  });
}

/** `a - b` → `b - a`, for operators where the order matters. */
function swappedOperands(site: Site): Draft[] {
  const left = field(site.node, 'left');
  const right = field(site.node, 'right');
  if (!left || !right || !/^(-|\/|%|<<|>>)$/.test(field(site.node, 'operator')?.text ?? '')) return [];
  return [exchange(site, left, right, 1, `operands of \`${site.node.text}\` exchanged`)];
}

/** `c ? a : b` → `c ? b : a`. */
function swappedBranches(site: Site): Draft[] {
  const yes = field(site.node, 'consequence');
  const no = field(site.node, 'alternative');
  return yes && no ? [exchange(site, yes, no, 1, `results of \`${site.node.text}\` exchanged`)] : [];
}

function exchange(site: Site, a: CNode, b: CNode, weight: number, what: string): Draft {
  const { file } = site.source;
  return {
    edits: [
      { file, start: a.start, end: a.end, text: b.text },
      { file, start: b.start, end: b.end, text: a.text },
    ],
    weight,
    what,
  };
}

/** A parameter's address missing or too much: `&x` ↔ `x`, `*p` ↔ `p`. */
function indirection(site: Site): Draft[] {
  const argument = field(site.node, 'argument');
  return argument ? [replace(site, site.node, argument.text)] : [];
}

export const VARIABLE_TEMPLATES: readonly Template[] = [
  { name: 'wrong variable', prior: 0.45, on: ['identifier'], oneToken: true, make: otherVariable },
  { name: 'parameter not used', prior: 1.2, on: ['identifier'], oneToken: true, make: idleParameter },
  { name: 'wrong member', prior: 0.6, on: ['field_expression'], oneToken: true, make: otherMember },
  { name: 'wrong function', prior: 0.4, on: ['call_expression'], oneToken: true, make: otherFunction },
  { name: 'wrong macro or enumerator', prior: 0.5, on: ['identifier'], oneToken: true, make: otherName },
  { name: 'macro scaled', prior: 0.15, contrived: true, on: ['identifier'], make: scaledName },
  { name: 'arguments exchanged', prior: 0.5, on: ['argument_list'], make: swappedArguments },
  { name: 'rows exchanged', prior: 0.45, on: ['initializer_list'], make: swappedRows },
  { name: 'operands exchanged', prior: 0.45, on: ['binary_expression'], make: swappedOperands },
  { name: 'branches exchanged', prior: 0.35, on: ['conditional_expression'], make: swappedBranches },
  { name: 'indirection dropped', prior: 0.2, on: ['pointer_expression'], make: indirection },
];
