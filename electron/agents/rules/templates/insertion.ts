import type { CNode } from '../../c/tree.js';
import type { Draft, Site } from '../template.js';

/** Line end of the file. */
export const eol = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** Leading blanks of the line at `offset`. */
export function indentAt(text: string, offset: number): string {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(from, offset))?.[0] ?? '';
}

/** The file's own step of indentation. */
export function indentStep(text: string): string {
  return /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '    ';
}

const inBlock = (statement: CNode): boolean =>
  statement.parent?.type === 'compound_statement' || statement.parent?.type === 'case_statement';

/** Puts a statement on its own line before another; where that stands alone under an `if`, both get braces. */
export function insertBefore(
  site: Site,
  statement: CNode,
  text: string,
  weight: number,
  what: string,
): Draft {
  const { file, text: source } = site.source;
  const indent = indentAt(source, statement.start);
  const alone = !inBlock(statement);
  const added = alone ? `{ ${text} ${statement.text} }` : `${text}${eol(source)}${indent}`;
  const end = alone ? statement.end : statement.start;
  return { edits: [{ file, start: statement.start, end, text: added }], weight, what };
}

/** Puts a statement on its own line after another, in braces where that stands alone under an `if`. */
export function insertAfter(site: Site, statement: CNode, text: string, weight: number, what: string): Draft {
  const { file, text: source } = site.source;
  const indent = indentAt(source, statement.start);
  if (!inBlock(statement)) {
    const braced = `{ ${statement.text} ${text} }`;
    return { edits: [{ file, start: statement.start, end: statement.end, text: braced }], weight, what };
  }
  return {
    edits: [{ file, start: statement.end, end: statement.end, text: `${eol(source)}${indent}${text}` }],
    weight,
    what,
  };
}

/** Puts a statement first or last into a body; a body without braces gets them. */
export function insertInto(
  site: Site,
  body: CNode,
  where: 'start' | 'end',
  text: string,
  weight: number,
  what: string,
): Draft {
  if (body.type !== 'compound_statement')
    return where === 'start'
      ? insertBefore(site, body, text, weight, what)
      : insertAfter(site, body, text, weight, what);
  const { file, text: source } = site.source;
  const indent = indentAt(source, body.end - 1) + indentStep(source);
  if (where === 'start') {
    const at = body.start + 1;
    return { edits: [{ file, start: at, end: at, text: `${eol(source)}${indent}${text}` }], weight, what };
  }
  const inner = body.children.filter((child) => child.text !== '}').at(-1);
  const at = inner?.end ?? body.start + 1;
  return { edits: [{ file, start: at, end: at, text: `${eol(source)}${indent}${text}` }], weight, what };
}

/** Removes a statement with its line where it has one to itself. */
export function removal(site: Site, statement: CNode, weight: number, what: string): Draft {
  const { file, text } = site.source;
  if (!inBlock(statement))
    return { edits: [{ file, start: statement.start, end: statement.end, text: ';' }], weight, what };
  const lineStart = text.lastIndexOf('\n', statement.start - 1) + 1;
  const lineEnd = text.indexOf('\n', statement.end);
  const alone =
    text.slice(lineStart, statement.start).trim() === '' &&
    lineEnd >= 0 &&
    text.slice(statement.end, lineEnd).trim() === '';
  const [start, end] = alone ? [lineStart, lineEnd + 1] : [statement.start, statement.end];
  return { edits: [{ file, start, end, text: '' }], weight, what };
}
