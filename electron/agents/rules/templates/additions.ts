import { kindOf, type Variable } from '../../c/declarations.js';
import { localVariables } from '../../c/scope.js';
import type { CFunction } from '../../c/source.js';
import { type CNode, field, namedChildren, walk } from '../../c/tree.js';
import { identifiers } from '../project.js';
import { type Draft, type Knowledge, replace, type Site, shown, type Template } from '../template.js';
import { insertAfter, insertBefore, insertInto } from './insertion.js';
import { structNamed } from './types.js';

const LOOPS = new Set(['while_statement', 'for_statement', 'do_statement']);

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

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

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

/** A non-void function that ends without a value: return each local of a fitting kind. */
function missingReturn(site: Site): Draft[] {
  const fn = site.fn;
  if (!fn || site.node !== fn.body || fn.returns === 'void') return [];
  const last = namedChildren(fn.body).at(-1);
  if (!last || last.type === 'return_statement') return [];
  const names = localVariables(fn).filter(
    (variable) =>
      kindOf(variable) ===
      kindOf({
        type: fn.returns.replace(/\*+$/, ''),
        pointers: fn.returns.match(/\*/g)?.length ?? 0,
        dimensions: 0,
      }),
  );
  return [...new Set([...names.map((variable) => variable.name), '0', '1'])].map((value, rank) =>
    insertAfter(
      site,
      last,
      `return ${value};`,
      0.95 ** rank,
      `\`return ${value};\` at the end of ${fn.name}()`,
    ),
  );
}

const DONOR_LIMIT = 100;

/** Short statements of the same file that make sense here: a step that a sibling function has and this one lacks. */
function donors(site: Site, knowledge: Knowledge): Draft[] {
  const fn = site.fn;
  if (!fn || site.node.parent?.type !== 'compound_statement') return [];
  const visible = new Set(site.scope().map((variable) => variable.name));
  const fits = (text: string): boolean =>
    (text.replace(/(->|\.)\s*\w+|"[^"]*"|'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? []).every(
      (name) => visible.has(name) || knowledge.project.mentions.has(name) || KEYWORDS.has(name),
    );
  const seen = new Set<string>();
  const out: Draft[] = [];
  for (const donor of donorStatements(site, fn)) {
    if (seen.has(donor.text) || out.length >= 30 || !fits(donor.text)) continue;
    seen.add(donor.text);
    if (donor.text === site.node.text) continue;
    out.push(
      insertBefore(
        site,
        site.node,
        donor.text,
        donor.weight,
        `${shown(donor.text)} before line ${site.node.line}`,
      ),
    );
    if (namedChildren(site.node.parent).at(-1) === site.node && site.node.type !== 'return_statement')
      out.push(
        insertAfter(
          site,
          site.node,
          donor.text,
          donor.weight,
          `${shown(donor.text)} after line ${site.node.line}`,
        ),
      );
  }
  return out;
}

const KEYWORDS = new Set([
  'if',
  'return',
  'break',
  'continue',
  'sizeof',
  'NULL',
  'true',
  'false',
  'memset',
  'memcpy',
  'else',
]);

function* donorStatements(site: Site, fn: CFunction): Generator<{ text: string; weight: number }> {
  for (const other of [fn, ...site.source.functions.filter((each) => each !== fn)]) {
    const rename = parameterNames(other, fn);
    for (const node of walk(other.body)) {
      if (node.type !== 'expression_statement' && !isGuard(node)) continue;
      if (node.text.length > DONOR_LIMIT || node.text.length < 4 || /printf|puts\s*\(/.test(node.text))
        continue;
      const text = node.text.replace(/\b[A-Za-z_]\w*\b/g, (word) => rename.get(word) ?? word);
      const missing = !fn.body.text.includes(text);
      yield { text, weight: (isGuard(node) ? 1 : 0.8) * (missing ? 1 : 0.4) };
    }
  }
}

/** Parameters of the donor renamed to ours of the same type. */
function parameterNames(from: CFunction, to: CFunction): Map<string, string> {
  const names = new Map<string, string>();
  for (const theirs of from.parameters) {
    const ours = to.parameters.find((each) => each.type === theirs.type && each.pointers === theirs.pointers);
    if (ours && ours.name !== theirs.name) names.set(theirs.name, ours.name);
  }
  return names;
}

const isGuard = (node: CNode): boolean =>
  node.type === 'if_statement' &&
  !field(node, 'alternative') &&
  /^\{?\s*(return|break|continue)\b[^;]*;\s*\}?$/.test(field(node, 'consequence')?.text ?? '');

/** `int x;` → `int x = 0;` */
function initialiser(site: Site): Draft[] {
  if (!site.fn || site.node.children.some((child) => child.text === 'extern' || child.text === 'static'))
    return [];
  return site.node.children
    .filter(
      (child) =>
        child.field === 'declarator' &&
        (child.type === 'identifier' ||
          child.type === 'pointer_declarator' ||
          child.type === 'array_declarator'),
    )
    .map((child) =>
      replace(
        site,
        child,
        `${child.text} = ${child.type === 'array_declarator' ? '{0}' : '0'}`,
        child.type === 'pointer_declarator' ? 0.4 : 1,
      ),
    );
}

export const ADDITION_TEMPLATES: readonly Template[] = [
  { name: 'loop step missing', prior: 0.4, on: [...LOOPS], boost: { hang: 5 }, make: loopStep },
  { name: 'reset in a loop missing', prior: 0.3, contrived: true, on: [...LOOPS], make: resetInLoop },
  { name: 'reset in an else missing', prior: 0.35, contrived: true, on: ['if_statement'], make: elseReset },
  { name: 'state not updated', prior: 0.4, contrived: true, on: ['compound_statement'], make: stateStep },
  { name: 'return missing', prior: 0.7, on: ['compound_statement'], make: missingReturn },
  { name: 'initial value missing', prior: 0.5, on: ['declaration'], make: initialiser },
  {
    name: 'statement of a sibling missing',
    prior: 0.25,
    contrived: true,
    on: ['expression_statement', 'return_statement', 'if_statement', 'for_statement', 'while_statement'],
    make: donors,
  },
];
