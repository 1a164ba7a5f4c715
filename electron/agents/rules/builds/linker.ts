import type { Diagnostic } from '../../../../shared/results.js';
import type { CFunction, CSource } from '../../c/source.js';
import { type CNode, field } from '../../c/tree.js';
import type { Edit } from '../diff.js';
import type { Project } from '../project.js';
import { eol, removal } from '../templates/insertion.js';
import { similarity } from '../templates/variables.js';
import { nodesNamed, quoted, type Remedy } from './context.js';

const NEAR = 0.45;

/** Undefined and doubly defined symbols. */
export function linkerRemedies(diagnostic: Diagnostic, project: Project): Remedy[] {
  if (diagnostic.origin !== 'linker' && !/undefined reference|multiple definition/.test(diagnostic.message))
    return [];
  const symbol = diagnostic.symbol ?? quoted(diagnostic.message);
  if (!symbol) return [];
  if (/multiple definition/.test(diagnostic.message)) return [...secondDefinitions(symbol, project)];
  return [
    ...visibility(symbol, project),
    ...missingVariable(symbol, project),
    ...(unlinkedSource(diagnostic, project) === null ? nearNames(symbol, project) : []),
  ];
}

/** The source that defines a symbol which the linker misses: the build does not link it. Null where no source does. */
export function unlinkedSource({ message, symbol }: Diagnostic, project: Project): string | null {
  const fn = /undefined reference/.test(message) ? project.functions.get(symbol ?? '') : undefined;
  return fn && !/^static\b/.test(fn.node.text) ? fn.file : null;
}

/** It is there, but `static` or C99 `inline` (ISO C 6.7.4p7) keeps it from the linker. */
function visibility(symbol: string, project: Project): Remedy[] {
  return editable(project).flatMap((source) => {
    const fn = source.functions.find((each) => each.name === symbol);
    const variable = source.globals.find((each) => each.name === symbol);
    const node = fn?.node ?? variable?.declaration;
    if (!node) return [];
    return node.children.flatMap((child): Remedy[] => {
      if (child.type !== 'storage_class_specifier' || !/^(static|inline)$/.test(child.text)) return [];
      const alone = child.text === 'inline';
      const [end, text] = alone ? [child.start, 'static '] : [blankEnd(source, child.end), ''];
      const what = alone
        ? `\`static inline\` for ${symbol}()`
        : `\`static\` taken from the definition of \`${symbol}\``;
      return [
        { edits: [{ file: source.file, start: child.start, end, text }], kind: 'linkage', what, score: 0.95 },
      ];
    });
  });
}

const blankEnd = (source: CSource, at: number): number =>
  at + (/^\s+/.exec(source.text.slice(at))?.[0].length ?? 0);

const editable = (project: Project): CSource[] =>
  [...project.sources.values()].filter((source) => project.changeable.has(source.file));

/** Declared `extern`, defined nowhere: defined in the source that goes with the header, or in one that uses it. */
function missingVariable(symbol: string, project: Project): Remedy[] {
  for (const source of project.sources.values()) {
    const variable = source.globals.find((each) => each.name === symbol);
    if (!variable || !/\bextern\b/.test(variable.declaration.text)) continue;
    const definition = variable.declaration.text.replace(/\bextern\s+/, '');
    const users = editable(project).filter(
      (each) => /\.c$/.test(each.file) && new RegExp(`\\b${symbol}\\b`).test(each.text),
    );
    const own = editable(project).filter((each) => each.file === source.file.replace(/\.h$/, '.c'));
    return [...new Set([...own, ...users])]
      .slice(0, 4)
      .map((each, rank) => defineIn(each, definition, symbol, 0.8 * 0.9 ** rank));
  }
  return [];
}

function defineIn(source: CSource, definition: string, symbol: string, score: number): Remedy {
  const all = [...source.text.matchAll(/^[ \t]*#[ \t]*include[^\n]*\n/gm)];
  const last = all.at(-1);
  const at = last ? last.index + last[0].length : 0;
  const text = `${eol(source.text)}${definition}${eol(source.text)}`;
  return {
    edits: [{ file: source.file, start: at, end: at, text }],
    kind: 'missing definition',
    what: `\`${symbol}\` defined in ${source.file}`,
    score,
  };
}

/** A definition or a use under a slightly other name. */
function nearNames(symbol: string, project: Project): Remedy[] {
  const used = editable(project).flatMap((source) =>
    nodesNamed(source, symbol).map((node) => ({ source, node })),
  );
  const out: Remedy[] = [];
  for (const fn of project.functions.values()) {
    const like = similarity(fn.name, symbol);
    if (like < NEAR || fn.name === symbol) continue;
    const uses = used.map(({ source, node }) => edit(source, node, fn.name));
    const used2 = usesElsewhere(fn, project);
    if (uses.length > 0)
      out.push({
        edits: uses,
        kind: 'name',
        what: `uses of \`${symbol}\` → \`${fn.name}\``,
        score: 0.7 * like + (declared(symbol, project) ? -0.15 : 0.1),
      });
    const definition = definitionEdits(fn, symbol, project);
    if (definition.length > 0)
      out.push({
        edits: definition,
        kind: 'name',
        what: `definition \`${fn.name}\` → \`${symbol}\``,
        score: 0.7 * like + (used2 > 0 ? -0.3 : 0.1),
      });
  }
  return out;
}

const edit = (source: CSource, node: CNode, text: string): Edit => ({
  file: source.file,
  start: node.start,
  end: node.end,
  text,
});

const declared = (symbol: string, project: Project): boolean =>
  [...project.sources.values()].some((source) => source.prototypes.some((node) => node.text === symbol));

const usesElsewhere = (fn: CFunction, project: Project): number =>
  [...project.functions.values()].filter((each) => each !== fn && each.mentions.has(fn.name)).length;

/** The name in the definition, and wherever its own file says it. */
function definitionEdits(fn: CFunction, symbol: string, project: Project): Edit[] {
  const source = project.sources.get(fn.file);
  if (!source || !project.changeable.has(fn.file)) return [];
  return nodesNamed(source, fn.name).map((node) => edit(source, node, symbol));
}

/** Defined twice: in a header without `static`, or in two sources. */
function secondDefinitions(symbol: string, project: Project): Remedy[] {
  return editable(project).flatMap((source) => {
    const fn = source.functions.find((each) => each.name === symbol);
    const variable = source.globals.find(
      (each) => each.name === symbol && !/\bextern\b/.test(each.declaration.text),
    );
    const node = fn?.node ?? variable?.declaration;
    if (!node || /\bstatic\b/.test(node.text.slice(0, 40))) return [];
    const header = /\.h$/.test(source.file);
    const word = fn && header ? 'static inline ' : 'static ';
    const out: Remedy[] = [
      {
        edits: [{ file: source.file, start: node.start, end: node.start, text: word }],
        kind: 'linkage',
        what: `\`${word.trim()}\` for \`${symbol}\` in ${source.file}`,
        score: header && fn ? 0.95 : 0.5,
      },
    ];
    if (variable && header && !field(variable.at.parent ?? variable.at, 'value'))
      out.push({
        edits: [{ file: source.file, start: node.start, end: node.start, text: 'extern ' }],
        kind: 'linkage',
        what: `\`extern\` for \`${symbol}\` in ${source.file}`,
        score: 0.9,
      });
    if (variable && !header)
      out.push({
        edits: [{ file: source.file, start: node.start, end: node.start, text: 'extern ' }],
        kind: 'linkage',
        what: `\`extern\` for \`${symbol}\` in ${source.file}`,
        score: 0.8,
      });
    const site = { node, source, fn: undefined, owner: '', scope: () => [] };
    out.push({
      edits: removal(site, node, 1, '').edits,
      kind: 'second definition',
      what: `definition of \`${symbol}\` in ${source.file} removed`,
      score: 0.3,
      destructive: true,
    });
    return out;
  });
}
