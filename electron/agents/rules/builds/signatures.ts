import type { Diagnostic } from '../../../../shared/results.js';
import { type CSource, functionAt } from '../../c/source.js';
import { enclosing, field, namedChildren, walk } from '../../c/tree.js';
import type { Edit } from '../diff.js';
import type { Project } from '../project.js';
import { removal } from '../templates/insertion.js';
import { quoted, type Remedy, sourceOf } from './context.js';

/** Prototypes and definitions that contradict each other, and names defined twice in one file. */
export function signatureRemedies(diagnostic: Diagnostic, project: Project): Remedy[] {
  const name = quoted(diagnostic.message);
  const source = sourceOf(diagnostic, project);
  if (!name) return [];
  if (/conflicting types for|static declaration of|too (few|many) arguments/.test(diagnostic.message))
    return alignments(name, project);
  if (source && /redefinition of|redeclar/.test(diagnostic.message)) return redefinitions(diagnostic, source);
  if (source && /assignment of read-only/.test(diagnostic.message)) return dropConst(name, source);
  if (source && /invalid type argument of|is a pointer; did you mean/.test(diagnostic.message))
    return arrowForDot(diagnostic, source);
  return [];
}

const SHAPE = /\s*\{[\s\S]*$/;

/** The prototype written as the definition is, and the other way about. */
function alignments(name: string, project: Project): Remedy[] {
  const fn = project.functions.get(name);
  const defined = fn ? project.sources.get(fn.file) : undefined;
  if (!fn || !defined) return [];
  const head = fn.node.text.replace(SHAPE, '').trim();
  const out: Remedy[] = [];
  for (const source of project.sources.values())
    for (const at of source.prototypes) {
      const prototype = at.text === name ? enclosing(at, new Set(['declaration'])) : null;
      if (!prototype) continue;
      if (project.changeable.has(source.file))
        out.push(
          alignment(
            source,
            prototype.start,
            prototype.end,
            `${head};`,
            `prototype of ${name}() as defined`,
            0.7,
          ),
        );
      if (project.changeable.has(fn.file))
        out.push(
          alignment(
            defined,
            fn.node.start,
            fn.body.start,
            `${prototype.text.replace(/;\s*$/, '').replace(/^extern\s+/, '')}\n`,
            `definition of ${name}() as declared`,
            0.6,
          ),
        );
    }
  return out;
}

const alignment = (
  source: CSource,
  start: number,
  end: number,
  text: string,
  what: string,
  score: number,
): Remedy => ({
  edits: [{ file: source.file, start, end, text }],
  kind: 'signature',
  what,
  score,
});

function redefinitions(diagnostic: Diagnostic, source: CSource): Remedy[] {
  const line = diagnostic.location?.line ?? 1;
  const node =
    functionAt(source, line)?.node ??
    [...walk(source.root)].find((each) => each.type === 'declaration' && each.line === line);
  if (!node) return [];
  const site = { node, source, fn: undefined, owner: '', scope: () => [] };
  return [
    {
      edits: removal(site, node, 1, '').edits,
      kind: 'second definition',
      what: `second definition in line ${line} removed`,
      score: 0.5,
      destructive: true,
    },
  ];
}

function dropConst(name: string, source: CSource): Remedy[] {
  const bare = name.replace(/^\*|->.*|\.|\[.*/g, '');
  return [...walk(source.root)].flatMap((node): Remedy[] => {
    if (
      !/^(declaration|parameter_declaration)$/.test(node.type) ||
      !new RegExp(`\\b${bare}\\b`).test(node.text)
    )
      return [];
    return node.children
      .filter((child) => child.type === 'type_qualifier' && child.text === 'const')
      .map((child) => ({
        edits: [{ file: source.file, start: child.start, end: child.end + 1, text: '' }],
        kind: 'qualifier',
        what: `\`const\` dropped in line ${node.line}`,
        score: 0.5,
      }));
  });
}

function arrowForDot(diagnostic: Diagnostic, source: CSource): Remedy[] {
  const edits: Edit[] = [...walk(source.root)]
    .filter((node) => node.type === 'field_expression' && node.line === diagnostic.location?.line)
    .flatMap((node) => {
      const operator = field(node, 'operator') ?? node.children.find((child) => !child.named);
      if (!operator || namedChildren(node).length < 2) return [];
      return [
        {
          file: source.file,
          start: operator.start,
          end: operator.end,
          text: operator.text === '.' ? '->' : '.',
        },
      ];
    });
  return edits.map((edit) => ({
    edits: [edit],
    kind: 'member access',
    what: `\`${edit.text}\` in line ${diagnostic.location?.line}`,
    score: 0.8,
  }));
}
