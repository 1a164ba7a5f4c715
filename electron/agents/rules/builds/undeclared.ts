import { posix } from 'node:path';
import { likeness } from '../../../../shared/nearest.js';
import type { Diagnostic } from '../../../../shared/results.js';
import { localVariables } from '../../c/scope.js';
import { type CSource, functionAt } from '../../c/source.js';
import { enclosing, walk } from '../../c/tree.js';
import type { Project } from '../project.js';
import { eol } from '../templates/insertion.js';
import { similarity } from '../templates/variables.js';
import { nodesNamed, quoted, type Remedy, sourceOf } from './context.js';
import { standardHeader } from './standard-headers.js';

const UNDECLARED =
  /undeclared|implicit declaration|unknown type name|was not declared|undefined type|incomplete type|storage size/;
const NEAR = 0.5;

/** A name the compiler does not know: the header that declares it, or the name that was meant. */
export function undeclaredRemedies(diagnostic: Diagnostic, project: Project): Remedy[] {
  const source = sourceOf(diagnostic, project);
  const name = quoted(diagnostic.message)?.replace(/^(struct|union|enum) /, '');
  if (!source || !name) return [];
  if (/no previous prototype/.test(diagnostic.message)) return prototyped(name, project);
  if (/has no member named/.test(diagnostic.message))
    return renamed(source, quoted(diagnostic.message, 1) ?? '', memberNames(project));
  if (!UNDECLARED.test(diagnostic.message)) return [];
  return [
    ...includes(source, name, project),
    ...prototyped(name, project),
    ...renamed(source, name, knownNames(source, project, diagnostic.location?.line ?? 1)),
  ];
}

function includes(source: CSource, name: string, project: Project): Remedy[] {
  const out: Remedy[] = [];
  const standard = standardHeader(name);
  if (standard) out.push(include(source, `<${standard}>`, name, 0.95));
  for (const header of project.sources.values()) {
    if (!/\.(h|hpp)$/.test(header.file) || header.file === source.file || !declares(header, name)) continue;
    const near = posix.relative(posix.dirname(source.file), header.file);
    out.push(include(source, `"${posix.basename(header.file)}"`, name, 0.9));
    if (near !== posix.basename(header.file)) out.push(include(source, `"${near}"`, name, 0.85));
  }
  return out;
}

/** A function that no header declares, declared behind the other prototypes of the header that its source has beside it, or else includes. */
function prototyped(name: string, project: Project): Remedy[] {
  const fn = project.functions.get(name);
  const source = fn && project.sources.get(fn.file);
  if (!source || /^static\b/.test(fn.node.text)) return [];
  const stem = (file: string): string => posix.basename(file).replace(/\.\w+$/, '');
  const included = new Set(
    [...source.text.matchAll(INCLUDED)].map((match) => posix.basename(match[1] ?? '')),
  );
  return [...project.sources.values()].flatMap((header) => {
    const last = header.prototypes.at(-1);
    const behind = last && enclosing(last, new Set(['declaration']));
    if (!behind || declares(header, name) || !included.has(posix.basename(header.file))) return [];
    const text = `${eol(header.text)}${fn.node.text.slice(0, fn.body.start - fn.node.start).trim()};`;
    return {
      edits: [{ file: header.file, start: behind.end, end: behind.end, text }],
      kind: 'missing prototype',
      what: `prototype of ${name}() in ${header.file}`,
      score: stem(header.file) === stem(fn.file) ? 0.92 : 0.6,
    };
  });
}

const INCLUDED = /^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm;

/** True where a header gives a name: function, variable, macro, enumerator, type or tag. */
function declares(source: CSource, name: string): boolean {
  return (
    source.prototypes.some((node) => node.text === name) ||
    source.functions.some((fn) => fn.name === name) ||
    source.globals.some((variable) => variable.name === name) ||
    source.macros.some((macro) => macro.name === name) ||
    source.enumerators.includes(name) ||
    typeNames(source).has(name)
  );
}

function typeNames(source: CSource): Set<string> {
  const out = new Set<string>();
  for (const node of walk(source.root))
    if (
      node.type === 'type_identifier' &&
      /^(type_definition|(struct|union|enum)_specifier)$/.test(node.parent?.type ?? '')
    )
      out.add(node.text);
  return out;
}

/** Behind the last include, else at the top. */
function include(source: CSource, header: string, name: string, score: number): Remedy {
  const all = [...source.text.matchAll(/^[ \t]*#[ \t]*include[^\n]*\n/gm)];
  const last = all.at(-1);
  const at = last ? last.index + last[0].length : 0;
  const text = `#include ${header}${eol(source.text)}`;
  return {
    edits: [{ file: source.file, start: at, end: at, text }],
    kind: 'missing include',
    what: `\`#include ${header}\`, which declares \`${name}\``,
    score,
  };
}

function knownNames(source: CSource, project: Project, line: number): Set<string> {
  const fn = functionAt(source, line);
  const out = new Set<string>([
    ...project.functions.keys(),
    ...source.globals.map((variable) => variable.name),
    ...typeNames(source),
  ]);
  if (fn) for (const variable of localVariables(fn)) out.add(variable.name);
  for (const each of project.sources.values()) {
    for (const macro of each.macros) out.add(macro.name);
    for (const enumerator of each.enumerators) out.add(enumerator);
    for (const prototype of each.prototypes) out.add(prototype.text);
    if (/\.h$/.test(each.file)) for (const type of typeNames(each)) out.add(type);
  }
  return out;
}

const memberNames = (project: Project): Set<string> =>
  new Set(
    [...project.sources.values()].flatMap((source) =>
      source.structs.flatMap((struct) => struct.fields.map((each) => each.name)),
    ),
  );

/** All uses in the file renamed to the most similar known names. */
function renamed(source: CSource, name: string, known: ReadonlySet<string>): Remedy[] {
  const uses = nodesNamed(source, name);
  if (uses.length === 0) return [];
  return [...known]
    .filter((other) => other !== name)
    .map((other) => ({ other, like: Math.max(similarity(other, name), likeness(other, name)) }))
    .filter(({ like }) => like >= NEAR)
    .sort((a, b) => b.like - a.like)
    .slice(0, 5)
    .map(({ other, like }) => ({
      edits: uses.map((node) => ({ file: source.file, start: node.start, end: node.end, text: other })),
      kind: 'name',
      what: `\`${name}\` → \`${other}\``,
      score: 0.85 * like,
    }));
}
