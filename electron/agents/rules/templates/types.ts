import type { StructType, Variable } from '../../c/declarations.js';
import type { CFunction } from '../../c/source.js';
import { type CNode, field, nodesOfType, walk } from '../../c/tree.js';
import type { Project } from '../project.js';
import type { Site } from '../template.js';

/** Structs of the tree that have the type's name. */
export function structNamed(project: Project, type: string): StructType | undefined {
  for (const source of project.sources.values())
    for (const struct of source.structs) if (struct.names.includes(type)) return struct;
  return undefined;
}

/** The struct that a `a->b` or `a.b` is about: by the variable's type, else the only one with such a member. */
export function structOfAccess(site: Site, access: CNode, project: Project): StructType | undefined {
  const base = field(access, 'argument');
  const variable = site.scope().find((candidate) => candidate.name === base?.text);
  const known = variable ? structNamed(project, variable.type) : undefined;
  if (known) return known;
  const member = field(access, 'field')?.text;
  const having: StructType[] = [];
  for (const source of project.sources.values())
    having.push(...source.structs.filter((struct) => struct.fields.some((each) => each.name === member)));
  return having.length === 1 ? having[0] : undefined;
}

/**
 * What a function returns early to say "nothing done": a value that it was given for that and does not use, then its own other short
 * returns, zero of its type, a value that it was given, last what it returns at its end, which says "done". `''` for void; empty for a
 * struct.
 */
export function neutralReturns(fn: CFunction): string[] {
  if (fn.returns === 'void') return [''];
  if (/^(struct|union) [^*]*$/.test(fn.returns)) return [];
  const own = new Map<string, number>();
  for (const node of walk(fn.body)) {
    if (node.type !== 'return_statement') continue;
    const value = node.children.find((child) => child.named)?.text ?? '';
    if (/^(-?\w+|\(-?\w+\)|NULL)$/.test(value) && value.length < 30)
      own.set(value, (own.get(value) ?? 0) + 1);
  }
  const fixed = [...own.keys()].filter((value) => /^(-?\d+|true|false|NULL|[A-Z_0-9]+|\(.*\))$/.test(value));
  const zero = fn.returns.endsWith('*') ? '0' : /^_?[Bb]ool$/.test(fn.returns) ? 'false' : '0';
  const end = fn.body.children.filter((child) => child.type === 'return_statement').at(-1);
  const done = end?.children.find((child) => child.named)?.text;
  const early = fixed.filter((value) => value !== done);
  const minus = fn.returns.startsWith('int') ? ['-1'] : [];
  const given = fn.parameters
    .filter(({ type, pointers }) => pointers === 0 && type === fn.returns)
    .map(({ name }) => name);
  const idle = given.filter((name) => !isUsed(fn, name));
  const values = [...idle.slice(0, 1), ...early, zero, ...minus, ...given.slice(0, 1), ...fixed];
  return [...new Set(values)].slice(0, 5);
}

/** Mentioned, and not only to tell the compiler that it is not used: `(void)p`. */
export const isUsed = (fn: CFunction, name: string): boolean =>
  nodesOfType(fn.body, 'identifier').some(
    (node) => node.text === name && !/^\(\s*void\s*\)/.test(node.parent?.text ?? ''),
  );

/** Size of an array variable as written in its declaration, e.g. `RING_SIZE`. */
export function arraySizeOf(variable: Variable): string | null {
  for (let node: CNode | null = variable.at; node && node !== variable.declaration; node = node.parent)
    if (node.type === 'array_declarator') return field(node, 'size')?.text ?? null;
  return null;
}

/** Sizes that the array, or the member of a struct, may have been declared with. */
export function declaredSizes(site: Site, array: CNode, project: Project): string[] {
  const member = array.type === 'field_expression' ? field(array, 'field')?.text : undefined;
  const declared =
    member === undefined
      ? site
          .scope()
          .filter((variable) => variable.name === array.text)
          .slice(0, 1)
      : (structOfAccess(site, array, project)?.fields ?? []).filter((each) => each.name === member);
  return declared.flatMap((variable) => arraySizeOf(variable) ?? []);
}
