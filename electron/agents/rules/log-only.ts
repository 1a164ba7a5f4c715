import { kindOf } from '../c/declarations.js';
import type { CFunction, CSource } from '../c/source.js';
import { type CNode, field, namedChildren, walk } from '../c/tree.js';
import type { Candidate } from './candidates.js';
import type { Project } from './project.js';
import type { Suspicion } from './suspicion.js';
import { insertInto } from './templates/insertion.js';

/** How a file prints: the callee and whether its first argument is a printf format. */
interface Printer {
  callee: string;
  formatted: boolean;
}

/**
 * Prints that show which suspicious functions are entered and with what, by a print function that their file uses
 * already; changes no behaviour otherwise. Best place first; empty where no file prints.
 */
export function diagnosticCandidates(project: Project, suspicion: Suspicion): Candidate[] {
  return suspicion.top(8).flatMap((suspect): Candidate[] => {
    const source = project.sources.get(suspect.file);
    const fn = suspect.function ? project.functions.get(suspect.function) : undefined;
    const printer = source ? printerOf(source) : null;
    if (!source || !fn || !printer || !project.changeable.has(source.file)) return [];
    const site = { node: fn.body, source, fn, owner: '', scope: () => [] };
    const text = printing(fn, printer);
    const draft = insertInto(site, fn.body, 'start', text, 1, `\`${text}\``);
    const place = { file: source.file, line: fn.line, function: fn.name };
    return [
      {
        edits: draft.edits,
        kind: 'diagnostic print',
        what: draft.what,
        score: suspect.score,
        turn: suspect.score,
        destructive: false,
        contrived: false,
        place,
      },
    ];
  });
}

function printerOf(source: CSource): Printer | null {
  for (const node of walk(source.root)) {
    if (node.type !== 'call_expression') continue;
    const callee = field(node, 'function');
    const first = argumentsOf(node)[0];
    if (callee?.type !== 'identifier' || first?.type !== 'string_literal') continue;
    if (/printf$|^printk$|^LOG/i.test(callee.text) && !/^(f|s|sn|v)/.test(callee.text))
      return { callee: callee.text, formatted: true };
    if (/put|print|log|trace|debug|write/i.test(callee.text) && argumentsOf(node).length === 1)
      return { callee: callee.text, formatted: false };
  }
  return null;
}

const argumentsOf = (call: CNode): CNode[] => {
  const list = field(call, 'arguments');
  return list ? namedChildren(list) : [];
};

function printing(fn: CFunction, printer: Printer): string {
  if (!printer.formatted) return `${printer.callee}("# in ${fn.name}\\n");`;
  const numbers = fn.parameters.filter((parameter) => kindOf(parameter) === 'integer');
  const format = ['# in', fn.name, ...numbers.map((parameter) => `${parameter.name}=%ld`)].join(' ');
  const values = numbers.map((parameter) => `, (long)${parameter.name}`).join('');
  return `${printer.callee}("${format}\\n"${values});`;
}
