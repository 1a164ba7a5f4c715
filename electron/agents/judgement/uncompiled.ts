import type { Scratch } from '../provider.js';
import { fileDiff } from '../rules/diff.js';

/** A change of a file, and where its parts begin in the file as it will be. */
export interface ChangedFile {
  file: string;
  before: string;
  after: string;
}

/** Where a part of a change begins in the changed file (line from 1). */
interface Part {
  file: string;
  line: number;
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;
const C_FILE = /\.([chS]|cc|cpp|cxx|hpp|inc)$/i;
const TOKEN = 'benchloop_part_';
/** Builds that are spent on the question. */
const ROUNDS = 4;

/** The first changed line of every hunk. */
function partsOf({ file, before, after }: ChangedFile): Part[] {
  const parts: Part[] = [];
  let [line, open] = [0, false];
  for (const row of fileDiff(file, before, after).split('\n')) {
    const head = HUNK.exec(row);
    if (head) [line, open] = [Number(head[1]), true];
    else if (/^(---|\+\+\+) /.test(row) || line === 0) continue;
    else {
      if (open && /^[+-]/.test(row)) {
        parts.push({ file, line });
        open = false;
      }
      if (!row.startsWith('-')) line++;
    }
  }
  return parts;
}

/**
 * Parts of a change of several that the build does not compile: an `#error` is put before each, and those that no compiler reports were not
 * read by one. Null where that cannot be told: the build fails otherwise, or its messages are not understood.
 */
export async function uncompiledParts(
  files: readonly ChangedFile[],
  scratch: Pick<Scratch, 'try'>,
  signal: AbortSignal,
): Promise<readonly Part[] | null> {
  const parts = files.flatMap(partsOf);
  if (parts.length < 2) return [];
  const texts = new Map(files.map((one) => [one.file, one]));
  let open = parts.map((part, index) => ({ ...part, token: `${TOKEN}${index}_` }));
  if (open.some((part) => !mayBeMarked(part, texts.get(part.file)))) return null;
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    const { build } = await scratch.try(marked(files, open), signal);
    if (!build || signal.aborted) return null;
    if (build.success) return open.map(({ file, line }) => ({ file, line }));
    const told = build.diagnostics.map(({ message }) => message).join('\n');
    const left = open.filter(({ token }) => !told.includes(token));
    if (left.length === open.length) return null;
    open = left;
  }
  return open.length === 0 ? [] : null;
}

const UNKNOWN = ' Whether this build compiles every part of the change is unknown.';
const LISTED = ' Parts of the change that this build does not compile, and no test has tried: ';

/** What is said of parts that the build leaves out: the tests tell nothing of those. */
export function uncompiledText(parts: readonly Part[] | null): string {
  if (parts === null) return UNKNOWN;
  if (parts.length === 0) return '';
  return `${LISTED}${parts.map(({ file, line }) => `${file}:${line}`).join(', ')}.`;
}

/** A text without what `uncompiledText` says in it: builds measured that, and nothing is built where a judgement is only played again. */
export const withoutUncompiled = (text: string): string =>
  text.replaceAll(UNKNOWN, '').replace(LISTED_PLACES, '');

const LISTED_PLACES = new RegExp(`${LISTED}[^"]*?:\\d+(?:, [^"]*?:\\d+)*\\.`, 'g');

/** A directive in the middle of a macro's lines would be a part of it. */
function mayBeMarked({ line }: Part, changed: ChangedFile | undefined): boolean {
  const before = changed?.after.split('\n')[line - 2] ?? '';
  return changed !== undefined && C_FILE.test(changed.file) && !/\\\s*$/.test(before);
}

/** The change with an `#error` before each of the parts. */
const marked = (files: readonly ChangedFile[], parts: readonly (Part & { token: string })[]): string =>
  files
    .map(({ file, before, after }) => {
      const lines = after.split('\n');
      const mine = parts.filter((part) => part.file === file).sort((a, b) => b.line - a.line);
      for (const { line, token } of mine) lines.splice(line - 1, 0, `#error ${token}`);
      return fileDiff(file, before, lines.join('\n'));
    })
    .join('');
