import type { Diagnostic } from '../../../../shared/results.js';
import { walk } from '../../c/tree.js';
import type { Project } from '../project.js';
import { eol } from '../templates/insertion.js';
import { offsetAt, quoted, type Remedy, sourceOf } from './context.js';

/** A token that the compiler or the parser misses, or one too many. */
export function syntaxRemedies(diagnostic: Diagnostic, project: Project): Remedy[] {
  const source = sourceOf(diagnostic, project);
  const at = diagnostic.location;
  if (!source || !at || diagnostic.severity !== 'error') return [];
  const here = offsetAt(source.text, at.line, at.column ?? 1);
  const out: Remedy[] = [];
  const insert = (offset: number, text: string, score: number): void => {
    const line = source.text.slice(0, offset).split('\n').length;
    out.push({
      edits: [{ file: source.file, start: offset, end: offset, text }],
      kind: 'missing token',
      what: `\`${text.trim()}\` in line ${line}`,
      score,
    });
  };
  const expected = /^expected (.*?)(?: before| at end|$)/.exec(diagnostic.message)?.[1] ?? '';
  const beforeBlank = source.text.slice(0, here).trimEnd().length;
  for (const token of expected.match(/[;,:){}(\]]/g) ?? []) {
    insert(beforeBlank, token, token === ';' ? 0.95 : 0.8);
    insert(here, token, 0.6);
  }
  if (
    /at end of input|before .*(static|void|int)/.test(diagnostic.message) ||
    /end of input/.test(diagnostic.message)
  ) {
    insert(source.text.trimEnd().length, `${eol(source.text)}}`, 0.6);
    for (const match of source.text.matchAll(/\n(?=[A-Za-z_][^\n;]*\)\s*\{?\s*\n)/g))
      insert(match.index + 1, `}${eol(source.text)}`, 0.5);
    if (/#endif/.test(diagnostic.message)) insert(source.text.length, `#endif${eol(source.text)}`, 0.8);
  }
  if (/unterminated #|unterminated conditional/.test(diagnostic.message))
    insert(
      source.text.length,
      `${source.text.endsWith('\n') ? '' : eol(source.text)}#endif${eol(source.text)}`,
      0.9,
    );
  if (/missing terminating/.test(diagnostic.message)) {
    const lineEnd = source.text.slice(here).search(/\r?\n|$/) + here;
    const tail = /(\)?;?)\s*$/.exec(source.text.slice(here, lineEnd))?.[0].length ?? 0;
    insert(lineEnd - tail, '"', 0.8);
  }
  for (const node of walk(source.root))
    if (node.missing && Math.abs(node.line - at.line) <= 3 && /^\W+$/.test(node.type))
      insert(node.start, node.type, 0.7);
  return [...out, ...surplus(diagnostic, project)];
}

/** The token the compiler stumbles over, taken away. */
function surplus(diagnostic: Diagnostic, project: Project): Remedy[] {
  const source = sourceOf(diagnostic, project);
  const token = quoted(diagnostic.message.replace(/^.*\bbefore\b/, ''), 0);
  const at = diagnostic.location;
  if (!source || !at || !token || !/before/.test(diagnostic.message)) return [];
  const start = offsetAt(source.text, at.line, at.column ?? 1);
  if (!source.text.startsWith(token, start) || !/^[;,:){}(\]]$/.test(token)) return [];
  return [
    {
      edits: [{ file: source.file, start, end: start + token.length, text: '' }],
      kind: 'surplus token',
      what: `\`${token}\` of line ${at.line} taken away`,
      score: 0.5,
    },
  ];
}
