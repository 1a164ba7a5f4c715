import type { Variable } from '../../c/declarations.js';
import { type CNode, field, namedChildren, unwrap } from '../../c/tree.js';
import type { Project } from '../project.js';
import type { Draft, Knowledge, Site, Template } from '../template.js';
import { escaped } from './escaped.js';
import { guardAtHead, guardBefore, skipUnless } from './guard-drafts.js';
import { structOfAccess } from './types.js';

function tested(site: Site, pointer: string): boolean {
  const [text, name] = [site.fn?.body.text ?? '', escaped(pointer)];
  return new RegExp(`(!\\s*${name}\\b|\\b${name}\\s*[!=]=\\s*(NULL|0)\\b)`).test(text);
}

/** What is followed: `p` and `p->next` in `p->x`, `*p`, `p[i]`, `p->next->x`. */
function nullGuard(site: Site, knowledge: Knowledge): Draft[] {
  const base = field(site.node, 'argument') ?? namedChildren(site.node)[0];
  if (!base || (site.node.type === 'pointer_expression' && !site.node.text.startsWith('*'))) return [];
  return guardAgainstNull(site, base, knowledge);
}

/** What a function is given, and may follow without a look: `strlen(p)`, `memcpy(to, p->from, n)`. */
function argumentGuard(site: Site, knowledge: Knowledge): Draft[] {
  const given = field(site.node, 'arguments');
  return (given ? namedChildren(given) : []).flatMap((each) =>
    guardAgainstNull(site, unwrap(each), knowledge),
  );
}

function guardAgainstNull(site: Site, pointer: CNode, { project }: Knowledge): Draft[] {
  const variable = variableOf(site, pointer, project);
  if (!site.fn || !variable || variable.pointers === 0 || variable.dimensions > 0) return [];
  const { text } = pointer;
  const known = tested(site, text) ? 0.3 : 1;
  const skipped = skipUnless(site, site.node, `${text} != 0`, 0.8 * known);
  if (site.fn.parameters.includes(variable)) return [...guardAtHead(site, `!${text}`, known), ...skipped];
  return [...guardBefore(site, site.node, `${text} == 0`, known), ...skipped];
}

/** The variable or struct member that an expression names. */
function variableOf(site: Site, node: CNode, project: Project): Variable | undefined {
  if (node.type === 'identifier') return site.scope().find(({ name }) => name === node.text);
  if (node.type !== 'field_expression' || /[()]|\+\+|--/.test(node.text)) return undefined;
  const member = field(node, 'field')?.text;
  return structOfAccess(site, node, project)?.fields.find(({ name }) => name === member);
}

/** A call through a pointer that may be null: `p->done(…)`, `callback(…)`. */
function callGuard(site: Site, knowledge: Knowledge): Draft[] {
  const callee = field(site.node, 'function');
  if (!callee || !site.fn) return [];
  const pointer = unwrap(callee).text.replace(/^\*+/, '');
  if (/[()+]|\+\+|--/.test(pointer) || (callee.type === 'identifier' && isFunction(pointer, site, knowledge)))
    return [];
  const known = tested(site, pointer) ? 0.3 : 1;
  return [
    ...skipUnless(site, site.node, `${pointer} != 0`, known),
    ...guardBefore(site, site.node, `${pointer} == 0`, 0.7 * known),
  ];
}

const isFunction = (name: string, site: Site, { project }: Knowledge): boolean =>
  project.functions.has(name) || !site.scope().some((variable) => variable.name === name);

const deref = ['field_expression', 'pointer_expression', 'subscript_expression'] as const;

export const POINTER_GUARD_TEMPLATES: readonly Template[] = [
  { name: 'null guard', prior: 0.4, on: deref, boost: { fault: 2.2 }, make: nullGuard },
  {
    name: 'argument guard',
    prior: 0.1,
    on: ['call_expression'],
    boost: { fault: 5 },
    make: argumentGuard,
  },
  {
    name: 'call guard',
    prior: 0.3,
    on: ['call_expression'],
    boost: { fault: 2, badCall: 3 },
    make: callGuard,
  },
];
