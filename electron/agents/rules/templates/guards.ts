import { kindOf } from '../../c/declarations.js';
import { type CNode, field, namedChildren, unwrap, walk } from '../../c/tree.js';
import type { Project } from '../project.js';
import type { Draft, Knowledge, Site, Template } from '../template.js';
import { escaped } from './escaped.js';
import { guardAtHead, guardBefore } from './guard-drafts.js';
import { arraySizeOf, declaredSizes, structNamed } from './types.js';

/** Division and remainder by something that may be zero. */
function zeroDivisor(site: Site): Draft[] {
  const operator = field(site.node, 'operator')?.text ?? '';
  const right = field(site.node, 'right');
  if (!right || !/^[/%]=?$/.test(operator) || right.type === 'number_literal') return [];
  return guardBefore(site, site.node, `${right.text} == 0`, 1);
}

/** A difference that goes below zero, which an unsigned one does not (ISO C 6.2.5p9). */
function differenceGuard(site: Site): Draft[] {
  const [left, right] = [field(site.node, 'left'), field(site.node, 'right')];
  if (field(site.node, 'operator')?.text !== '-' || !left || !right || right.type === 'number_literal')
    return [];
  const result = site.node.parent?.type === 'return_statement';
  const inner = unwrap(right).text;
  const beside = /[=<>&|^?]/.test(inner.replace(/->/g, '')) ? right.text : inner;
  return guardBefore(site, site.node, `${left.text} < ${beside}`, result ? 1 : 0.4);
}

/** Where the function already holds an index against something, a guard is less likely what it lacks. */
const COMPARED = 0.5;

/** An index beyond its array, of what size it was declared: refuse. */
function indexGuard(site: Site, { project }: Knowledge): Draft[] {
  const array = field(site.node, 'argument') ?? namedChildren(site.node)[0];
  const index = field(site.node, 'index') ?? namedChildren(site.node)[1];
  const value = index && valueBefore(index);
  if (!array || !value) return [];
  const variable = site.scope().find((candidate) => candidate.name === value);
  const signed = variable && !/unsigned|^u?int\d*_t|size_t/.test(variable.type);
  const below = signed ? `${value} < 0 || ` : '';
  const compared = new RegExp(`${escaped(value)}\\s*[<>=!]=?(?![<>])`).test(site.fn?.body.text ?? '');
  return sizesFor(site, array, project).flatMap((limit) =>
    guardBefore(site, site.node, `${below}${value} >= ${limit}`, compared ? COMPARED : 1),
  );
}

/** What an index comes to, as it can be said before its statement: `i` for `i++`, `i + 1` for `++i`; null where it cannot. */
function valueBefore(index: CNode): string | null {
  if (index.type === 'number_literal') return null;
  if (index.type !== 'update_expression') return /\+\+|--/.test(index.text) ? null : index.text;
  const name = field(index, 'argument')?.text ?? '';
  if (!index.text.startsWith(name)) return index.text.startsWith('++') ? `${name} + 1` : null;
  return name;
}

function sizesFor(site: Site, array: CNode, project: Project): string[] {
  const lengths = (site.fn?.parameters ?? []).filter((each) => /len|size|cap|count|max|^n$/i.test(each.name));
  return [...new Set([...declaredSizes(site, array, project), ...lengths.map((each) => each.name)])].slice(
    0,
    3,
  );
}

/** A parameter at zero, or at a limit of the file, that nobody refuses; members of a struct parameter too. */
function stateGuard(site: Site, knowledge: Knowledge): Draft[] {
  const fn = site.fn;
  if (!fn || site.node !== fn.body) return [];
  const limits = site.source.macros
    .filter((macro) => !macro.functionLike && /^\(?\d+U?\)?$/i.test(macro.value.trim()))
    .map((macro) => macro.name);
  return fn.parameters.flatMap((parameter) => {
    if (kindOf(parameter) === 'integer')
      return [
        ...guardAtHead(site, `${parameter.name} == 0`, 0.3),
        ...limits.slice(0, 6).flatMap((limit) => guardAtHead(site, `${parameter.name} >= ${limit}`, 0.25)),
      ];
    const struct = parameter.pointers === 1 ? structNamed(knowledge.project, parameter.type) : undefined;
    const numbers = (struct?.fields ?? []).filter((each) => kindOf(each) === 'integer').slice(0, 6);
    const sizes = (struct?.fields ?? []).flatMap((each) => arraySizeOf(each) ?? []);
    return numbers.flatMap((each) => {
      const member = `${parameter.name}->${each.name}`;
      const used = fn.body.text.includes(member) ? 1 : 0.4;
      return [
        ...guardAtHead(site, `${member} == 0`, 0.6 * used),
        ...[...new Set(sizes)]
          .slice(0, 2)
          .flatMap((size) => guardAtHead(site, `${member} >= ${size}`, 0.5 * used)),
      ];
    });
  });
}

/** An element read just before `i` is known to be inside: the operands of && exchanged (`a[i] && i < n`). */
function guardOrder(site: Site): Draft[] {
  const left = field(site.node, 'left');
  const right = field(site.node, 'right');
  if (!left || !right || !/^(&&|\|\|)$/.test(field(site.node, 'operator')?.text ?? '')) return [];
  const derefs = [...walk(left)].some((node) => /^(subscript|pointer|field)_expression$/.test(node.type));
  if (!derefs) return [];
  const { file } = site.source;
  const edits = [
    { file, start: left.start, end: left.end, text: right.text },
    { file, start: right.start, end: right.end, text: left.text },
  ];
  return [{ edits, weight: 1, what: `test \`${right.text}\` before \`${left.text}\`` }];
}

export const GUARD_TEMPLATES: readonly Template[] = [
  {
    name: 'zero divisor guard',
    prior: 0.5,
    on: ['binary_expression', 'assignment_expression'],
    boost: { fault: 1.5, zeroDivide: 3 },
    make: zeroDivisor,
  },
  { name: 'difference guard', prior: 0.4, on: ['binary_expression'], make: differenceGuard },
  { name: 'index guard', prior: 0.5, on: ['subscript_expression'], boost: { fault: 2 }, make: indexGuard },
  { name: 'state guard', prior: 0.3, on: ['compound_statement'], boost: { fault: 1.3 }, make: stateGuard },
  { name: 'guard order', prior: 0.4, on: ['binary_expression'], boost: { fault: 1.5 }, make: guardOrder },
];
