import { posix } from 'node:path';
import type { CFunction, CSource } from '../c/source.js';
import { type CNode, field, namedChildren, walk } from '../c/tree.js';
import { type Project, reach } from './project.js';

/** How code of one file can print a line. */
export interface Printer {
  callee: string;
  /** Goes before the text. */
  stream: 'stderr' | null;
  /** Understands printf's conversions. */
  formatted: boolean;
  /** What must be included first, as it stands after `#include`; null where nothing is missing. */
  include: string | null;
}

/** Names that mean printing, as the patch policy has them under "log only". */
const PRINTS = /(?:printf|printk|puts)$|(?:^|_)(?:log|trace|debug|print)(?:_|$)|^(?:LOG|TRACE|DEBUG|DBG)/i;
const FORMATTED = /printf$|printk$|^(?:LOG|TRACE|DEBUG|DBG)/i;
/** They print into a buffer or a stream, or take a va_list. */
const NOT_A_LINE = /^(?:v\w*|f|d|s|sn)printf$/;
const STDIO = /^(?:printf|puts)$/;

/** A program of this computer loses what it wrote to `stdout` when it is killed: that is buffered (C11 7.21.3). */
const STDERR = { callee: 'fprintf', stream: 'stderr', formatted: true } as const;

const including = (source: CSource): string[] =>
  [...source.text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+[>"])/gm)].map((match) => match[1] ?? '');

const lacking = (source: CSource, header: string): string | null =>
  including(source).includes(header) ? null : header;

/** Functions and macros that are called to print a text, with the files that do so; the most used first. */
function printsOf(project: Project): [callee: string, callers: CSource[]][] {
  const found = new Map<string, CSource[]>();
  for (const source of project.sources.values())
    for (const node of walk(source.root)) {
      const callee = calleeOfPrint(node);
      if (callee) found.set(callee, [...(found.get(callee) ?? []), source]);
    }
  return [...found].sort((a, b) => b[1].length - a[1].length);
}

function calleeOfPrint(node: CNode): string | null {
  const callee = node.type === 'call_expression' ? field(node, 'function') : undefined;
  if (callee?.type !== 'identifier' || !PRINTS.test(callee.text) || NOT_A_LINE.test(callee.text)) return null;
  const list = field(node, 'arguments');
  const given = list ? namedChildren(list) : [];
  const takes = FORMATTED.test(callee.text) || given.length === 1;
  return given[0]?.type === 'string_literal' && takes ? callee.text : null;
}

/** The header of the project that declares it. */
const headerOf = (project: Project, name: string): CSource | undefined =>
  [...project.sources.values()].find(
    ({ file, prototypes, macros, functions }) =>
      /\.h\w*$/.test(file) &&
      (prototypes.some((node) => node.text === name) ||
        macros.some((macro) => macro.functionLike && macro.name === name) ||
        functions.some((fn) => fn.name === name)),
  );

/** What `source` must include to use the printer; undefined where that cannot be known. */
function includeFor(
  project: Project,
  source: CSource,
  name: string,
  callers: readonly CSource[],
): string | null | undefined {
  const header = headerOf(project, name);
  if (header) {
    const base = posix.basename(header.file);
    const has = including(source).some((text) => posix.basename(text.slice(1, -1)) === base);
    return has ? null : `"${posix.relative(posix.dirname(source.file), header.file)}"`;
  }
  if (STDIO.test(name) && callers.some((caller) => including(caller).includes('<stdio.h>')))
    return lacking(source, '<stdio.h>');
  return callers.includes(source) ? null : undefined;
}

/** It is declared before the function that shall call it, or by a header. */
function isKnownIn(source: CSource, fn: CFunction, name: string): boolean {
  const own = source.functions.find((each) => each.name === name)?.node.start;
  const declared = source.prototypes.find((node) => node.text === name)?.start;
  const first = Math.min(own ?? Number.POSITIVE_INFINITY, declared ?? Number.POSITIVE_INFINITY);
  return !Number.isFinite(first) || first < fn.node.start;
}

/**
 * How a function can print: on this computer to standard error, elsewhere by what the repository prints with already.
 * Null where nothing is within reach, and for what printing itself needs.
 */
export function printersOf(
  project: Project,
  hosted: boolean,
): (source: CSource, fn: CFunction) => Printer | null {
  if (hosted) return (source) => ({ ...STDERR, include: lacking(source, '<stdio.h>') });
  const all = printsOf(project).map(([name, callers]) => ({
    name,
    callers,
    needs: new Set(reach(project, [name]).keys()),
  }));
  return (source, fn) => {
    const own = all.filter(({ callers }) => callers.includes(source));
    for (const { name, callers, needs } of [...own, ...all]) {
      const include = includeFor(project, source, name, callers);
      if (include === undefined || needs.has(fn) || !isKnownIn(source, fn, name)) continue;
      return { callee: name, stream: null, formatted: FORMATTED.test(name), include };
    }
    return null;
  };
}
