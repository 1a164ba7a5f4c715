import type { Flag } from '../../../../shared/choice.js';
import type { CGrammar } from '../../c/grammar.js';
import { type CNode, enclosing, field, namedChildren, unwrap, walk } from '../../c/tree.js';
import type { Candidate } from '../candidates.js';
import { applyEdits } from '../diff.js';
import type { Project } from '../project.js';

/** What is counted in a source before and after an edit; what there is more of afterwards, the edit has brought. */
const COUNTED: Readonly<Partial<Record<Flag, (node: CNode) => boolean>>> = {
  constant_condition: (node) => isCondition(node) && isConstant(unwrap(node)),
  self_comparison: (node) => isBinary(node, SENSELESS_ALONE) && sidesOf(node).every(isSame),
  unreachable: (node) => JUMPS.has(node.type) && hasStatementAfter(node),
  special_case: (node) => isBinary(node, EQUALITY) && sidesOf(node).some(isSpecial),
  side_effect: (node) => EFFECTS.has(node.type) && isInCondition(node),
  equality_offset: (node) => isBinary(node, EQUALITY) && sidesOf(node).some(isOffset),
};

/** Flags of a candidate: of its own template, and of what it makes of the source. */
export function flagsOf(candidate: Candidate, project: Project, grammar: CGrammar): Flag[] {
  const files = [...new Set(candidate.edits.map(({ file }) => file))];
  const trees = files.flatMap((file) => {
    const source = project.sources.get(file);
    if (!source) return [];
    const edits = candidate.edits.filter((edit) => edit.file === file);
    return [{ before: source.root, after: grammar.parse(applyEdits(source.text, edits)) }];
  });
  const flags = new Set<Flag>();
  if (candidate.destructive) flags.add('deleted');
  if (candidate.layout) flags.add('layout');
  if (candidate.contrived) flags.add('contrived');
  if (changesInterface(candidate, project)) flags.add('interface_constant');
  for (const { before, after } of trees) for (const flag of flagsBetween(before, after)) flags.add(flag);
  return [...flags];
}

/** Flags of what became of one source, whoever changed it. */
export function flagsBetween(before: CNode, after: CNode): Flag[] {
  const counted = entriesOf(COUNTED).flatMap(([flag, test]) =>
    count(after, test) > count(before, test) ? [flag] : [],
  );
  const deleted = count(after, isStatement) < count(before, isStatement);
  const weakened = isWeaker(checksOf(after), checksOf(before));
  return [
    ...counted,
    ...(deleted ? (['deleted'] as const) : []),
    ...(weakened ? (['check_weakened'] as const) : []),
  ];
}

const entriesOf = <K extends string, V>(of: Readonly<Partial<Record<K, V>>>): [K, V][] =>
  Object.entries(of) as [K, V][];

function count(root: CNode, test: (node: CNode) => boolean): number {
  let found = 0;
  for (const node of walk(root)) if (test(node)) found += 1;
  return found;
}

const EQUALITY = new Set(['==', '!=']);
/** With one value on both sides these say nothing. */
const SENSELESS_ALONE = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', '-', '/', '%', '^']);
const JUMPS = new Set(['return_statement', 'break_statement', 'continue_statement', 'goto_statement']);
const EFFECTS = new Set(['assignment_expression', 'update_expression']);
const CONDITIONAL = new Set([
  'if_statement',
  'while_statement',
  'do_statement',
  'for_statement',
  'conditional_expression',
]);
const LITERALS = new Set(['number_literal', 'char_literal', 'true', 'false', 'null', 'string_literal']);

const operatorOf = (node: CNode): string => field(node, 'operator')?.text ?? '';
const isBinary = (node: CNode, operators: ReadonlySet<string>): boolean =>
  node.type === 'binary_expression' && operators.has(operatorOf(node));
const sidesOf = (node: CNode): CNode[] =>
  ['left', 'right'].flatMap((side) => {
    const at = field(node, side);
    return at ? [unwrap(at)] : [];
  });
const bare = (node: CNode): string => node.text.replace(/\s+/g, '');
const isSame = (side: CNode, _: number, [first]: CNode[]): boolean =>
  first !== undefined && bare(side) === bare(first) && !LITERALS.has(side.type);

/** The condition of a statement or of `?:`, and what `&&` and `||` join. */
function isCondition(node: CNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (node.field === 'condition') return CONDITIONAL.has(parent.type);
  return isBinary(parent, new Set(['&&', '||'])) && (node.field === 'left' || node.field === 'right');
}

const isConstant = (node: CNode): boolean =>
  LITERALS.has(node.type) || (node.type === 'binary_expression' && sidesOf(node).every(isConstant));

/** Zero ends strings and lists, and is what guards compare with; every other value is somebody’s example. */
const isSpecial = ({ type, text }: CNode): boolean =>
  (type === 'number_literal' && Number(text.replace(/[uUlL]+$/, '')) !== 0) ||
  (type === 'char_literal' && text !== "'\\0'");

function isOffset(node: CNode): boolean {
  if (node.type !== 'binary_expression' || !['+', '-'].includes(operatorOf(node))) return false;
  return sidesOf(node).some(({ type }) => type === 'number_literal');
}

function isInCondition(node: CNode): boolean {
  for (let n: CNode | null = node; n?.parent; n = n.parent) {
    if (isCondition(n)) return true;
    if (n.type.endsWith('_statement')) return false;
  }
  return false;
}

const isStatement = ({ type }: CNode): boolean =>
  type.endsWith('_statement') && type !== 'compound_statement' && type !== 'labeled_statement';

/** Something other than a label follows it in its block. */
function hasStatementAfter(node: CNode): boolean {
  if (node.parent?.type !== 'compound_statement') return false;
  const after = namedChildren(node.parent);
  const next = after[after.indexOf(node) + 1];
  return next !== undefined && isStatement(next) && next.type !== 'case_statement';
}

interface Checks {
  /** Conditions after which a function or a loop is left. */
  all: number;
  /** What has to hold besides, and what is enough alone, in all of them. */
  and: number;
  or: number;
}

function checksOf(root: CNode): Checks {
  const checks: Checks = { all: 0, and: 0, or: 0 };
  for (const node of walk(root)) {
    const condition = field(node, 'condition');
    if (node.type !== 'if_statement' || !condition || !leaves(field(node, 'consequence'))) continue;
    checks.all += 1;
    checks.and += count(condition, (each) => isBinary(each, AND));
    checks.or += count(condition, (each) => isBinary(each, OR));
  }
  return checks;
}

const AND = new Set(['&&']);
const OR = new Set(['||']);

/** Fewer checks, or one that asks for more before it acts; `||` for `&&` is a slip like any other. */
function isWeaker(now: Checks, before: Checks): boolean {
  if (now.all !== before.all) return now.all < before.all;
  return (now.and > before.and && now.or >= before.or) || (now.or < before.or && now.and <= before.and);
}

/** Its last statement leaves the function or the loop. */
function leaves(node: CNode | undefined): boolean {
  if (!node) return false;
  if (node.type !== 'compound_statement') return JUMPS.has(node.type);
  const last = namedChildren(node).at(-1);
  return last !== undefined && JUMPS.has(last.type);
}

/** The enumerator, macro or member around the edit; null where it lies elsewhere. */
export function constantAt(candidate: Candidate, project: Project): string | null {
  const [edit] = candidate.edits;
  const source = edit && project.sources.get(edit.file);
  if (!edit || !source) return null;
  const within = (node: CNode): boolean => node.start <= edit.start && edit.end <= node.end;
  for (const node of walk(source.root)) {
    if (!within(node)) continue;
    if (node.type === 'enumerator' || node.type === 'preproc_def') return field(node, 'name')?.text ?? null;
    if (node.type === 'field_declaration' && enclosing(node, new Set(['struct_specifier'])))
      return field(node, 'declarator')?.text ?? null;
  }
  return null;
}

const HEADER = /\.(h|hh|hpp|inc)$/i;

/** A constant of a header, or one that a source names which the task does not let us change: callers and tests compare with it. */
function changesInterface(candidate: Candidate, project: Project): boolean {
  const name = constantAt(candidate, project);
  if (name === null) return false;
  return HEADER.test(candidate.place.file) || namedOutside(name, project);
}

/** Sources that are only read, tests among them, name it. */
export function namedOutside(name: string, { sources, changeable }: Project): boolean {
  const word = new RegExp(`(?<!\\w)${name.replace(/\W/g, '\\$&')}(?!\\w)`);
  return [...sources].some(([file, { text }]) => !changeable.has(file) && word.test(text));
}
