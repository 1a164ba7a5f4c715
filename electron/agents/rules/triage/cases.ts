import type { TestCase } from '../../../../shared/results.js';
import { functionAt } from '../../c/source.js';
import { type CNode, enclosing, nodesOfType, walk } from '../../c/tree.js';
import { identifiers, type Project, resolveFile } from '../project.js';

const HOLDERS = new Set(['argument_list', 'initializer_list', 'expression_statement', 'declaration']);
const NOISE = new Set([
  'test',
  'tests',
  'should',
  'case',
  'when',
  'with',
  'the',
  'and',
  'for',
  'not',
  'returns',
  'works',
]);

/** Words of a name: `ring_wrapAround` and `ring: wrap around` both give ring, wrap, around. */
export function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !NOISE.has(word));
}

/**
 * Where a case begins in the sources: the function that holds its assertion, the function of its name, or what stands
 * beside its name in a table, a registration or an assertion (`{"wrap", test_wrap}`, `ok(crc(…) == …, "crc")`).
 */
export function entryPoints(testCase: TestCase, project: Project): Set<string> {
  const roots = new Set<string>();
  const at = testCase.location;
  const file = at ? resolveFile(project, at.file) : null;
  const source = file ? project.sources.get(file) : undefined;
  if (at && source && !project.changeable.has(source.file)) {
    const fn = functionAt(source, at.line);
    if (fn) roots.add(fn.name);
    else for (const name of identifiersOnLine(source.root, at.line)) roots.add(name);
  }
  const wanted = words(testCase.name).join('_');
  for (const fn of project.functions.values())
    if (wanted.length > 0 && words(fn.name).join('_') === wanted) roots.add(fn.name);
  if (roots.size === 0) for (const name of besideLiteral(testCase.name, project)) roots.add(name);
  return roots;
}

/** What stands beside the name in quotes; a runner may have put the name of the program or suite before it. */
function besideLiteral(name: string, project: Project): Set<string> {
  const holders = [...project.sources.values()].flatMap((source) =>
    nodesOfType(source.root, 'string_literal').flatMap((node) => {
      const text = node.text.slice(1, -1);
      const holder = isTail(name, text) ? enclosing(node, HOLDERS) : null;
      return holder ? [{ text, holder }] : [];
    }),
  );
  const longest = Math.max(...holders.map(({ text }) => text.length));
  return new Set(
    holders.flatMap(({ text, holder }) => (text.length === longest ? [...identifiers(holder)] : [])),
  );
}

/** `suite: wraps around` ends with `wraps around`, `unwraps around` does not. */
const isTail = (name: string, text: string): boolean =>
  name === text ||
  (words(text).length > 1 && name.endsWith(text) && /[\W_]$/.test(name.slice(0, -text.length)));

/** Identifiers of the statement that begins on or spans a line. */
export function identifiersOnLine(root: CNode, line: number): Set<string> {
  const out = new Set<string>();
  for (const node of walk(root)) if (node.type === 'identifier' && node.line === line) out.add(node.text);
  return out;
}

const ITEMS = new Set([
  'expression_statement',
  'initializer_list',
  'initializer_pair',
  'if_statement',
  'for_statement',
]);

/**
 * What a session that hung or crashed was about to do: the identifiers of the registration, call or table row behind that of the
 * last case it reported, in the sources that are only read.
 */
export function afterCase(name: string, project: Project): Set<string> {
  const wanted = words(name).join('_');
  for (const source of project.sources.values()) {
    if (project.changeable.has(source.file)) continue;
    const places = [...walk(source.root)].filter((node) => names(node, name, wanted));
    for (const place of places.reverse()) {
      const item = enclosing(place, ITEMS);
      const rest = item?.parent ? item.parent.children.slice(item.parent.children.indexOf(item) + 1) : [];
      const next = rest.filter((node) => node.named).find((node) => identifiers(node).size > 0);
      if (next) return identifiers(next);
    }
  }
  return new Set();
}

function names(node: CNode, name: string, wanted: string): boolean {
  if (node.type === 'string_literal') return node.text.slice(1, -1) === name;
  return (
    node.type === 'identifier' &&
    node.parent?.type !== 'function_declarator' &&
    words(node.text).join('_') === wanted
  );
}
