import { field, namedChildren, unwrap } from '../../c/tree.js';
import type { Draft, Knowledge, Site, Template } from '../template.js';
import { escaped } from './escaped.js';
import { guardAtHead, guardBefore, skipUnless } from './guard-drafts.js';

function tested(site: Site, name: string): boolean {
  const text = site.fn?.body.text ?? '';
  return new RegExp(`(!\\s*${name}\\b|\\b${name}\\s*[!=]=\\s*(NULL|0)\\b)`).test(text);
}

/** Null pointer: `p->x`, `*p`, `p[i]`. */
function nullGuard(site: Site): Draft[] {
  const base = field(site.node, 'argument') ?? namedChildren(site.node)[0];
  if (base?.type !== 'identifier' || !site.fn) return [];
  if (site.node.type === 'pointer_expression' && !site.node.text.startsWith('*')) return [];
  const variable = site.scope().find((candidate) => candidate.name === base.text);
  if (!variable || variable.pointers === 0) return [];
  const known = tested(site, base.text) ? 0.3 : 1;
  const parameter = site.fn.parameters.includes(variable);
  const test = `${base.text} == 0`;
  const skipped = skipUnless(site, site.node, `${base.text} != 0`, 0.8 * known);
  if (parameter) return [...guardAtHead(site, `!${base.text}`, known), ...skipped];
  return [...guardBefore(site, site.node, test, known), ...skipped];
}

/** A call through a pointer that may be null: `p->done(…)`, `callback(…)`. */
function callGuard(site: Site, knowledge: Knowledge): Draft[] {
  const callee = field(site.node, 'function');
  if (!callee || !site.fn) return [];
  const pointer = unwrap(callee).text.replace(/^\*+/, '');
  if (/[()+]|\+\+|--/.test(pointer) || (callee.type === 'identifier' && isFunction(pointer, site, knowledge)))
    return [];
  const known = tested(site, escaped(pointer)) ? 0.3 : 1;
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
    name: 'call guard',
    prior: 0.3,
    on: ['call_expression'],
    boost: { fault: 2, badCall: 3 },
    make: callGuard,
  },
];
