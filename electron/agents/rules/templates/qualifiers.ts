import { kindOf, type Variable, variablesOf } from '../../c/declarations.js';
import { type CNode, enclosing, field, LOOPS, nodesOfType, walk } from '../../c/tree.js';
import type { Edit } from '../diff.js';
import type { Project } from '../project.js';
import { type Draft, type Knowledge, replace, type Site, shown, type Template } from '../template.js';

/**
 * A variable that a busy loop reads and another function writes, not volatile (ISO C 6.7.3p7): the compiler may read it
 * once. All declarations of the name change together, or they would conflict.
 */
function volatileMissing(site: Site, knowledge: Knowledge): Draft[] {
  if (site.fn) return [];
  return variablesOf(site.node).flatMap((variable): Draft[] => {
    if (variable.volatile || variable.constant) return [];
    const users = [...knowledge.project.functions.values()].filter((fn) => fn.mentions.has(variable.name));
    const polled = users.some((fn) => polls(fn.body, variable.name));
    if (users.length < 1) return [];
    const edits = declarationsOf(variable.name, knowledge.project);
    const weight = polled && users.length > 1 ? 1 : polled ? 0.5 : 0.1;
    return edits ? [{ edits, weight, what: `\`volatile\` for \`${variable.name}\`` }] : [];
  });
}

function polls(body: CNode, name: string): boolean {
  for (const node of walk(body))
    if (
      /^(while|for|do)_statement$/.test(node.type) &&
      new RegExp(`\\b${name}\\b`).test(field(node, 'condition')?.text ?? '')
    )
      return true;
  return false;
}

/** Null where a declaration lies in a file that must not change. */
function declarationsOf(name: string, project: Project): Edit[] | null {
  const edits: Edit[] = [];
  for (const source of project.sources.values())
    for (const variable of source.globals) {
      if (variable.name !== name) continue;
      if (!project.changeable.has(source.file)) return null;
      const type = field(variable.declaration, 'type');
      if (type) edits.push({ file: source.file, start: type.start, end: type.start, text: 'volatile ' });
    }
  return edits;
}

/** Wider or otherwise signed integer types, what is likelier first. */
const RETYPED: Readonly<Record<string, readonly string[]>> = {
  char: ['int', 'unsigned char', 'signed char'],
  'signed char': ['int'],
  'unsigned char': ['unsigned int', 'int', 'signed char'],
  short: ['int', 'long'],
  int: ['long long', 'unsigned int', 'double'],
  unsigned: ['int', 'unsigned long long'],
  'unsigned int': ['int', 'unsigned long long'],
  'unsigned short': ['unsigned int', 'int'],
  long: ['long long'],
  'long int': ['long long'],
  float: ['double'],
  size_t: ['long', 'int'],
  int8_t: ['int16_t', 'uint8_t', 'int'],
  uint8_t: ['uint16_t', 'int8_t', 'uint32_t', 'int'],
  int16_t: ['int32_t', 'uint16_t'],
  uint16_t: ['uint32_t', 'int16_t', 'int32_t', 'uint8_t'],
  int32_t: ['uint32_t', 'int64_t'],
  uint32_t: ['int32_t', 'uint64_t', 'uint16_t'],
  int64_t: ['uint64_t'],
  uint64_t: ['int64_t'],
  bool: ['int', 'uint8_t'],
};

/** Another integer type for a variable, member, parameter or result; printf's `%d` of a widened one goes with it. */
function retype(site: Site): Draft[] {
  const type = field(site.node, 'type');
  if (!type) return [];
  const declared = variablesOf(site.node);
  const scalars =
    site.node.type === 'function_definition' ||
    declared.some((each) => /^(integer|float)\*?$/.test(kindOf(each)) || each.dimensions > 0);
  if (!scalars) return [];
  const layout = site.node.type === 'field_declaration' || isStoredArray(site.node, declared);
  return (RETYPED[type.text.replace(/\s+/g, ' ')] ?? []).map((to, rank) => {
    const change = replace(
      site,
      type,
      to,
      0.8 ** rank,
      `type ${shown(type.text)} → ${shown(to)} of ${shown(site.node.text.split('\n')[0] ?? '')}`,
    );
    const edits = to === 'long long' ? [...change.edits, ...wideFormats(site)] : change.edits;
    return { ...change, edits, layout };
  });
}

/** A parameter that looks like an array is a pointer (ISO C 6.7.6.3p7). */
const isStoredArray = (node: CNode, declared: readonly Variable[]): boolean =>
  node.type !== 'parameter_declaration' && declared.some((each) => each.dimensions > 0);

/** `%d` → `%lld` in calls of the function that print or read one of the retyped variables (ISO C 7.21.6.1p7). */
function wideFormats(site: Site): Edit[] {
  const names = variablesOf(site.node).map((variable) => variable.name);
  const edits: Edit[] = [];
  for (const call of site.fn ? walk(site.fn.body) : []) {
    if (call.type !== 'argument_list') continue;
    const given = call.children.filter((child) => child.named);
    const format = given[0]?.type === 'string_literal' ? 0 : given[1]?.type === 'string_literal' ? 1 : -1;
    const literal = given[format];
    if (!literal) continue;
    let at = format;
    for (const match of literal.text.matchAll(/%%|%[-+ #0]*\d*(?:\.\d+)?(hh|h|ll|l|z)?([a-zA-Z])/g)) {
      if (match[0] === '%%') continue;
      at += 1;
      const hit = names.some((name) => new RegExp(`(^|[^\\w.>])${name}\\b`).test(given[at]?.text ?? ''));
      if (!hit || match[1] || !/[di]/.test(match[2] ?? '')) continue;
      const start = literal.start + match.index + match[0].length - 1;
      edits.push({ file: site.source.file, start, end: start, text: 'll' });
    }
  }
  return edits;
}

/** `b << 24` → `(uint32_t)b << 24` (ISO C 6.3.1.1: small types become int), `a / b` and `a * b` in a wider type. */
function castOperand(site: Site): Draft[] {
  const operator = field(site.node, 'operator')?.text ?? '';
  const left = field(site.node, 'left');
  if (!left || left.type === 'cast_expression' || left.type === 'number_literal') return [];
  const operand = left.type === 'binary_expression' ? `(${left.text})` : left.text;
  const stdint = /<stdint\.h>|\bu?int\d+_t\b/.test(site.source.text);
  const to: Readonly<Record<string, readonly string[]>> = {
    '<<': stdint ? ['uint32_t', 'uint64_t'] : ['unsigned', 'unsigned long long'],
    '>>': stdint ? ['uint32_t', 'uint8_t', 'uint16_t'] : ['unsigned'],
    '*': stdint ? ['uint32_t', 'uint64_t', 'int64_t'] : ['long long'],
    '+': stdint ? ['uint32_t', 'uint64_t', 'int64_t'] : ['long long'],
    '-': stdint ? ['int32_t'] : ['int'],
    '/': ['double'],
    '<': ['int'],
    '>': ['int'],
    '>=': ['int'],
    '==': ['unsigned char'],
  };
  return (to[operator] ?? []).map((type, rank) =>
    replace(
      site,
      left,
      `(${type})${operand}`,
      (operator === '<<' || operator === '*' ? 1 : 0.4) * 0.7 ** rank,
    ),
  );
}

/** Keeps only the low bits of a result: `return x;` → `return x & 0xFF;` and the like. */
function truncate(site: Site): Draft[] {
  const right = field(site.node, 'right');
  if (!right || right.type === 'number_literal' || !/[-+~]|<</.test(right.text)) return [];
  return ['0xFF', '0xFFFF'].map((mask) => replace(site, right, `(${right.text}) & ${mask}`));
}

/** A local that should keep its value between calls, or one that should not. */
function staticLocal(site: Site): Draft[] {
  if (!site.fn) return [];
  const storage = site.node.children.find(
    (child) => child.type === 'storage_class_specifier' && child.text === 'static',
  );
  const { file, text } = site.source;
  if (storage) {
    const end = storage.end + (/^\s+/.exec(text.slice(storage.end))?.[0].length ?? 0);
    return [
      { edits: [{ file, start: storage.start, end, text: '' }], weight: 0.2, what: '`static` dropped' },
    ];
  }
  return [
    {
      edits: [{ file, start: site.node.start, end: site.node.start, text: 'static ' }],
      ...(variablesOf(site.node).some(({ name }) => isLeftUnread(site, name)) ? MEANT_TO_LAST : PASSING),
      what: `\`static\` for ${shown(site.node.text)}`,
    },
  ];
}

const MEANT_TO_LAST = { weight: 1, contrived: false };
const PASSING = { weight: 0.12 };

/** The last that a function does with its variable is to give it a value: for the next call, then. */
function isLeftUnread(site: Site, name: string): boolean {
  const last = nodesOfType(site.fn?.body ?? site.node, 'identifier').findLast((node) => node.text === name);
  const update = last && enclosing(last, UPDATES);
  const target = update && (field(update, 'left') ?? field(update, 'argument'));
  return target?.text === name && !enclosing(update ?? site.node, LOOPS);
}

const UPDATES = new Set(['assignment_expression', 'update_expression']);

export const QUALIFIER_TEMPLATES: readonly Template[] = [
  { name: 'volatile missing', prior: 0.6, on: ['declaration'], boost: { hang: 2.5 }, make: volatileMissing },
  {
    name: 'type',
    prior: 0.3,
    // A counter too narrow for its bound never comes to it.
    boost: { hang: 2 },
    on: ['declaration', 'field_declaration', 'parameter_declaration', 'function_definition'],
    make: retype,
  },
  { name: 'cast missing', prior: 0.35, on: ['binary_expression'], make: castOperand },
  { name: 'mask missing', prior: 0.15, contrived: true, on: ['assignment_expression'], make: truncate },
  { name: 'static', prior: 0.5, contrived: true, on: ['declaration'], make: staticLocal },
];
