import path from 'node:path';
import type { Diagnostic, FixIt } from '../../../shared/results.js';
import { parseGccJson } from './gcc-json.js';
import { parseFixItLine, parseGccLine } from './gcc-text.js';
import { withLastWords } from './last-words.js';
import { parseLinkerLine } from './linker.js';
import { parseMakeLine } from './make-errors.js';
import { sourcePath } from './source-path.js';

const MAX_LINE = 4096;
/** More than anybody reads; a header included everywhere repeats its warnings without end. */
const MAX_DIAGNOSTICS = 2000;
const DIRECTORY = /^\S*make(?:\[\d+\])?: (Entering|Leaving) directory ['`](.+)'$/;

/**
 * Reads what a build printed: compiler diagnostics as text, as JSON and with parseable fix-its, linker and
 * make errors. Each distinct one once, in order. `dir` is where the build ran (absolute), `root` what places are
 * relative to; make's "Entering directory" is followed. A failed recipe is told only where nothing else explains
 * the failure, with what was printed last before it.
 */
export function parseDiagnostics(output: string, dir: string, root = dir): Diagnostic[] {
  const read: Read = { found: [], recipes: [], unread: [] };
  const folders: string[] = [];
  for (const raw of output.split(/\r\n|\n|\r/)) {
    const json = parseGccJson(raw, (file) => sourcePath(root, folders.at(-1) ?? dir, file));
    if (json) read.found.push(...json);
    if (json || raw.length > MAX_LINE) continue;
    const moved = DIRECTORY.exec(raw);
    if (moved) {
      if (moved[1] === 'Entering') folders.push(path.resolve(dir, moved[2] ?? ''));
      else folders.pop();
      continue;
    }
    readLine(raw, (file) => sourcePath(root, folders.at(-1) ?? dir, file), read);
  }
  const explained = read.found.some((one) => one.severity === 'error');
  return distinct(explained ? read.found : [...read.found, ...read.recipes]).slice(0, MAX_DIAGNOSTICS);
}

/** What was read so far. */
interface Read {
  found: Diagnostic[];
  /** Recipes that failed. */
  recipes: Diagnostic[];
  /** Lines that are no diagnostics, since the last recipe that failed. */
  unread: string[];
}

function readLine(line: string, resolve: (file: string) => string, read: Read): void {
  const fixit = line.startsWith('fix-it:') ? parseFixItLine(line, resolve) : null;
  const make = fixit ? null : parseMakeLine(line, resolve);
  const one = make?.diagnostic ?? parseGccLine(line, resolve) ?? parseLinkerLine(line, resolve);
  if (fixit) attach(fixit, read.found);
  else if (make?.recipe) {
    const message = withLastWords(make.diagnostic.message, read.unread);
    read.recipes.push({ ...make.diagnostic, message });
    read.unread = [];
  } else if (one) read.found.push(one);
  else read.unread.push(line);
}

/** A fix-it follows its diagnostic; that of a note ("include '<stdio.h>'") belongs to what the note explains. */
function attach(fixit: FixIt, found: readonly Diagnostic[]): void {
  const owner = found.findLast((one) => one.severity !== 'note' && one.origin === 'compiler');
  owner?.fixits.push(fixit);
}

const keyOf = (one: Diagnostic): string =>
  JSON.stringify([one.severity, one.origin, one.location?.file, one.location?.line, one.message]);

/** Each diagnostic once; of two that say the same, the fix-its and the option of either are kept. */
export function distinct(all: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const one of all) {
    const key = keyOf(one);
    const known = seen.get(key);
    if (!known) seen.set(key, one);
    else seen.set(key, known.fixits.length >= one.fixits.length ? known : { ...known, ...one });
  }
  return [...seen.values()];
}
