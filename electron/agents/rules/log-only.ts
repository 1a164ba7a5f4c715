import type { CFunction, CSource } from '../c/source.js';
import type { Edit } from './diff.js';
import { type Printer, printersOf } from './printers.js';
import { type Project, reach } from './project.js';
import type { Suspicion } from './suspicion.js';
import { eol, insertInto } from './templates/insertion.js';

/** Prints at the entry of some functions, as one edit of the tree. */
export interface Prints {
  edits: Edit[];
  functions: readonly string[];
}

interface Place {
  source: CSource;
  fn: CFunction;
  printer: Printer;
}

/** Functions of one patch, tried in this order: the more of them print, the closer the last one is to the bug. */
const TOGETHER = [30, 12, 4];
const ALONE = 8;
/** Every further file counts towards the risk. */
const FILES = 3;
const SUSPECTS = 200;

/**
 * Prints that show which suspicious functions are entered and with what; they change no behaviour otherwise and add
 * lines only. Many at once first, then single ones, the best place first; empty where nothing can print.
 */
export function diagnosticPrints(project: Project, suspicion: Suspicion, hosted: boolean): Prints[] {
  const places = placesOf(project, suspicion, hosted);
  const files = new Set([...new Set(places.map(({ source }) => source.file))].slice(0, FILES));
  const near = places.filter(({ source }) => files.has(source.file));
  const together = TOGETHER.map((count) => near.slice(0, count));
  const several = together.filter((group, i) => group.length > 1 && group.length !== together[i - 1]?.length);
  const single = places.slice(0, ALONE).map((place) => [place]);
  return [...several, ...single].map((group) => ({
    edits: editsOf(group),
    functions: group.map(({ fn }) => fn.name),
  }));
}

function placesOf(project: Project, suspicion: Suspicion, hosted: boolean): Place[] {
  const printerFor = printersOf(project, hosted);
  const running = reach(project, ['main']);
  return suspicion.top(SUSPECTS).flatMap((suspect): Place[] => {
    const source = project.sources.get(suspect.file);
    const fn = source?.functions.find((each) => each.name === suspect.function);
    if (!source || !fn || !project.changeable.has(source.file) || !opensItsOwnLine(source, fn)) return [];
    // What runs before `main`, or beside it as an interrupt does, may not be able to print yet.
    if (running.size > 0 && !running.has(fn)) return [];
    if (!hosted && fn.name === 'main') return [];
    const printer = printerFor(source, fn);
    return printer ? [{ source, fn, printer }] : [];
  });
}

/** Then the print is a new line and no line is changed: all that "log only" allows. */
const opensItsOwnLine = ({ text, file }: CSource, { body }: CFunction): boolean =>
  !/\.h\w*$/.test(file) && /^\r?\n/.test(text.slice(body.start + 1, body.start + 3));

function editsOf(group: readonly Place[]): Edit[] {
  const included = new Map<string, Edit[]>();
  for (const { source, printer } of group)
    if (printer.include !== null)
      included.set(`${source.file} ${printer.include}`, includes(source, printer.include));
  const prints = group.flatMap(({ source, fn, printer }) => {
    const site = { node: fn.body, source, fn, owner: '', scope: () => [] };
    return insertInto(site, fn.body, 'start', printing(fn, printer), 1, '').edits;
  });
  return [...[...included.values()].flat(), ...prints];
}

/** After the last `#include` before the first function, outside of any `#if`. */
function includes({ file, text, root, functions }: CSource, what: string): Edit[] {
  const first = functions[0]?.node.start ?? text.length;
  const last = root.children.filter((node) => node.type === 'preproc_include' && node.start < first).at(-1);
  const at = last ? text.indexOf('\n', last.start) + 1 : 0;
  return [{ file, start: at, end: at, text: `#include ${what}${eol(text)}` }];
}

/** Types that a variadic call passes as `int` or `unsigned` (C11 6.5.2.2): no cast is needed. */
const PROMOTED = /^(?:unsigned )?(?:char|short|int)$|^(?:bool|_Bool|u?int(?:8|16)_t)$/;

/** What marks the line of a print at a function's entry; `#` makes it a comment in TAP. */
const ENTERED = '# in';

function printing(fn: CFunction, { callee, stream, formatted }: Printer): string {
  const to = stream === null ? '' : `${stream}, `;
  if (!formatted) return `${callee}(${to}"${ENTERED} ${fn.name}\\n");`;
  const numbers = fn.parameters.filter(
    ({ type, pointers, dimensions }) => PROMOTED.test(type) && pointers + dimensions === 0,
  );
  const shown = numbers.map(({ name, type }) => ` ${name}=%${type.startsWith('unsigned') ? 'u' : 'd'}`);
  const values = numbers.map(({ name }) => `, ${name}`).join('');
  return `${callee}(${to}"${ENTERED} ${fn.name}${shown.join('')}\\n"${values});`;
}

/** The function that was entered last, by what the target printed with such a patch; null where none was. */
export function lastEntered(console: string): string | null {
  const entries = [...console.matchAll(/^# in ([A-Za-z_]\w*)/gm)];
  return entries.at(-1)?.[1] ?? null;
}
