import { type CNode, enclosing, LOOPS } from '../../c/tree.js';
import { type Draft, type Site, shown } from '../template.js';
import { insertBefore, insertInto } from './insertion.js';
import { neutralReturns } from './types.js';

const SIMPLE_STATEMENTS = new Set([
  'expression_statement',
  'return_statement',
  'declaration',
  'if_statement',
  'while_statement',
  'for_statement',
  'do_statement',
  'switch_statement',
]);

const returns = (value: string): string => (value === '' ? 'return;' : `return ${value};`);

/** `if (test) continue;` in a loop, `if (test) return …;` for each neutral result of the function, before the statement around `at`. */
export function guardBefore(site: Site, at: CNode, test: string, weight: number): Draft[] {
  const statement = enclosing(at, SIMPLE_STATEMENTS);
  if (!statement || !site.fn) return [];
  const next = enclosing(statement.parent, LOOPS) ? ['continue;'] : [];
  return [...next, ...neutralReturns(site.fn).map(returns)].map((way, rank) => {
    const text = `if (${test}) ${way}`;
    return insertBefore(site, statement, text, weight * 0.8 ** rank, `guard \`${text}\``);
  });
}

/** The same at the head of the function, for what is a parameter. */
export function guardAtHead(site: Site, test: string, weight: number): Draft[] {
  const fn = site.fn;
  if (!fn) return [];
  return neutralReturns(fn).map((value, rank) => {
    const text = `if (${test}) ${returns(value)}`;
    return insertInto(
      site,
      fn.body,
      'start',
      text,
      weight * 0.8 ** rank,
      `guard \`${text}\` at the head of ${fn.name}()`,
    );
  });
}

/** A statement that is skipped where a pointer is null. */
export function skipUnless(site: Site, at: CNode, test: string, weight: number): Draft[] {
  const statement = enclosing(at, SIMPLE_STATEMENTS);
  if (statement?.type !== 'expression_statement') return [];
  const { file } = site.source;
  const text = `if (${test}) { ${statement.text} }`;
  const what = `${shown(statement.text)} only if \`${test}\``;
  return [{ edits: [{ file, start: statement.start, end: statement.end, text }], weight, what }];
}
