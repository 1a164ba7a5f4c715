import { kindOf, type Variable } from '../../c/declarations.js';
import { type CNode, field, LOOPS, walk } from '../../c/tree.js';
import { identifiers } from '../project.js';
import { type Draft, type Site, shown, type Template } from '../template.js';
import { escaped } from './escaped.js';
import { insertInto } from './insertion.js';

/** Variables by which a loop could end (its condition, and those of ifs that leave it) and that nothing in it changes. */
function loopStep(site: Site): Draft[] {
  const body = field(site.node, 'body');
  const condition = field(site.node, 'condition');
  if (!body) return [];
  const ends = [...(condition ? [condition] : []), ...exitConditions(body)];
  const places = [...new Set(ends.flatMap((end) => [...identifiers(end), ...members(end)]))];
  return places.flatMap((place) => {
    const weight = stepWeight(site, place, condition);
    if (weight === 0) return [];
    const down = ends.some((end) => countsDown(end.text, place, end === condition));
    const steps = [...(down ? ['--', '++'] : ['++', '--']), ' >>= 1', ' /= 10'];
    return steps.map((step, rank) => {
      const text = `${place}${step};`;
      const what = `loop step ${shown(text)} in the loop of line ${site.node.line}`;
      return insertInto(site, body, 'end', text, weight * 0.7 ** rank, what);
    });
  });
}

/** Conditions of the ifs in a loop's body whose branch leaves the loop. */
function exitConditions(body: CNode): CNode[] {
  return [...walk(body)].flatMap((node) => {
    const leaves = /\b(return|break|goto)\b/.test(field(node, 'consequence')?.text ?? '');
    const condition = field(node, 'condition');
    return node.type === 'if_statement' && leaves && condition ? [condition] : [];
  });
}

/** Locals count first, then what is shared; 0 for what is no variable. */
function stepWeight(site: Site, place: string, condition: CNode | undefined): number {
  const root = site.scope().find((variable) => variable.name === place.split(/->|\./)[0]);
  if (!root || (root.name === place && kindOf(root) !== 'integer')) return 0;
  const changed = new RegExp(
    `${escaped(place)}\\s*(\\+\\+|--|[-+*/%&|^]?=[^=]|<<=|>>=)|(\\+\\+|--)\\s*${escaped(place)}`,
  );
  const from = condition && site.node.type !== 'do_statement' ? condition.end - site.node.start : 0;
  const stuck = !changed.test(site.node.text.slice(from));
  const shared = root.name !== place || site.source.globals.includes(root);
  return (stuck ? 1 : 0.1) * (shared ? 0.4 : 1);
}

/** `while (n > 0)`, `while (n)`, and `if (n == 0) return`. */
function countsDown(text: string, place: string, stays: boolean): boolean {
  const test = new RegExp(`${escaped(place)}\\s*(>=?|<=?|==|!=|\\)|$)`).exec(text)?.[1];
  if (test === undefined) return false;
  return stays ? /^(>|>=|\)|)$/.test(test) : /^(<|<=)$/.test(test) || /==\s*0/.test(text);
}

function members(node: CNode): string[] {
  return [...walk(node)].filter((part) => part.type === 'field_expression').map((part) => part.text);
}

/** A counter or flag that is not set back for the next round of a loop. */
function resetInLoop(site: Site): Draft[] {
  const body = field(site.node, 'body');
  if (!body) return [];
  const scalar = site.scope().filter((variable) => kindOf(variable) === 'integer' && !variable.constant);
  return scalar.slice(0, 10).flatMap((variable) => {
    if (!new RegExp(`\\b${variable.name}\\b`).test(body.text)) return [];
    const inits = initialValues(variable);
    return inits.map((value, rank) =>
      insertInto(
        site,
        body,
        'start',
        `${variable.name} = ${value};`,
        0.9 ** rank,
        `\`${variable.name} = ${value};\` in each round of line ${site.node.line}`,
      ),
    );
  });
}

function initialValues(variable: Variable): string[] {
  const init =
    variable.at.parent?.type === 'init_declarator' ? field(variable.at.parent, 'value')?.text : undefined;
  return [...new Set([...(init && init.length < 20 ? [init] : []), '0', '1'])];
}

/** A counter that an if steps and nothing sets back when the test fails: `else v = …;`. */
function elseReset(site: Site): Draft[] {
  const body = field(site.node, 'consequence');
  if (!body || field(site.node, 'alternative')) return [];
  const stepped = site
    .scope()
    .filter((variable) => new RegExp(`\\b${variable.name}\\s*(\\+\\+|--|[-+]=)`).test(body.text));
  return stepped.slice(0, 4).flatMap((variable) =>
    initialValues(variable).map((value, rank) => {
      const text = ` else ${variable.name} = ${value};`;
      const edits = [{ file: site.source.file, start: site.node.end, end: site.node.end, text }];
      return { edits, weight: 0.8 ** rank, what: `\`${text.trim()}\` for the if of line ${site.node.line}` };
    }),
  );
}

export const LOOP_TEMPLATES: readonly Template[] = [
  { name: 'loop step missing', prior: 0.4, on: [...LOOPS], boost: { hang: 5 }, make: loopStep },
  { name: 'reset in a loop missing', prior: 0.3, contrived: true, on: [...LOOPS], make: resetInLoop },
  { name: 'reset in an else missing', prior: 0.35, contrived: true, on: ['if_statement'], make: elseReset },
];
