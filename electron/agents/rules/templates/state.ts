import { kindOf } from '../../c/declarations.js';
import type { CFunction } from '../../c/source.js';
import { namedChildren } from '../../c/tree.js';
import { type Draft, type Knowledge, type Site, shown, type Template } from '../template.js';
import { escaped } from './escaped.js';
import { insertAfter, insertBefore, insertInto } from './insertion.js';
import { structNamed } from './types.js';

/** State in globals and in members of struct parameters that a function forgets to set, step or clear. */
function stateStep(site: Site, knowledge: Knowledge): Draft[] {
  const fn = site.fn;
  if (!fn || site.node !== fn.body) return [];
  const statements = namedChildren(fn.body);
  const last = statements.at(-1);
  const atEnd = (text: string, weight: number): Draft | null => {
    if (!last) return null;
    const what = `${shown(text)} at the end of ${fn.name}()`;
    return last.type === 'return_statement'
      ? insertBefore(site, last, text, weight, what)
      : insertAfter(site, last, text, weight, what);
  };
  return statePlaces(site, fn, knowledge).flatMap(({ place, used }) => {
    const steps: [string, number][] = [
      ['++', 1],
      ['--', 1],
      [' = 0', 0.8],
      [' = 1', 0.5],
    ];
    const ends = steps.map(([step, weight]) => atEnd(`${place}${step};`, (used ? 0.5 : 1) * weight));
    const head = insertInto(
      site,
      fn.body,
      'start',
      `${place} = 0;`,
      0.5,
      `\`${place} = 0;\` at the head of ${fn.name}()`,
    );
    return [...ends.filter((draft) => draft !== null), head];
  });
}

interface Place {
  place: string;
  /** Already written to in the function. */
  used: boolean;
}

function statePlaces(site: Site, fn: CFunction, knowledge: Knowledge): Place[] {
  const out: Place[] = [];
  const add = (place: string): void => {
    const used = new RegExp(`${escaped(place)}\\s*(\\+\\+|--|[-+*/%&|^]?=[^=])`).test(fn.body.text);
    out.push({ place, used });
  };
  for (const parameter of fn.parameters) {
    const struct = parameter.pointers === 1 ? structNamed(knowledge.project, parameter.type) : undefined;
    for (const each of struct?.fields ?? [])
      if (kindOf(each) === 'integer') add(`${parameter.name}->${each.name}`);
  }
  for (const variable of site.source.globals.slice(0, 20)) {
    if (variable.constant) continue;
    if (kindOf(variable) === 'integer' && fn.mentions.has(variable.name)) add(variable.name);
    if (variable.pointers + variable.dimensions > 0) continue;
    const struct = structNamed(knowledge.project, variable.type);
    for (const each of struct?.fields ?? [])
      if (kindOf(each) === 'integer') add(`${variable.name}.${each.name}`);
  }
  return out.slice(0, 16);
}

export const STATE_TEMPLATES: readonly Template[] = [
  { name: 'state not updated', prior: 0.4, contrived: true, on: ['compound_statement'], make: stateStep },
];
