import { linesOf } from '../../shared/visible-text.js';

export interface DiffRow {
  kind: 'file' | 'meta' | 'hunk' | 'context' | 'add' | 'delete';
  /** Line numbers before and after; null where there is none. */
  before: number | null;
  after: number | null;
  text: string;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

interface Place {
  before: number;
  after: number;
  /** Lines still to come of the hunk, on either side. */
  left: number;
  right: number;
}

/**
 * Rows of a unified diff (git-diff(1), "Generating patch text"). Total: what it does not know is shown as it is. The
 * counts of the hunk header decide what is content, so that no line of a file can pass for a header.
 */
export function parseDiff(patch: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let place: Place = { before: 0, after: 0, left: 0, right: 0 };
  for (const line of linesOf(patch)) {
    const hunk = inHunk(place) ? null : HUNK.exec(line);
    if (hunk) place = placeOf(hunk);
    rows.push(hunk ? row('hunk', line) : inHunk(place) ? content(line, place) : header(line));
  }
  return rows;
}

const inHunk = (place: Place): boolean => place.left > 0 || place.right > 0;

function placeOf([, before, left, after, right]: RegExpExecArray): Place {
  return {
    before: Number(before),
    after: Number(after),
    left: left === undefined ? 1 : Number(left),
    right: right === undefined ? 1 : Number(right),
  };
}

const row = (kind: DiffRow['kind'], text: string): DiffRow => ({ kind, before: null, after: null, text });

const header = (line: string): DiffRow => row(line.startsWith('diff --git ') ? 'file' : 'meta', line);

/** One line inside a hunk; counts `place` on. */
function content(line: string, place: Place): DiffRow {
  const sign = line[0];
  const text = line.slice(1);
  if (sign === '\\') return row('meta', line);
  if (sign === '-') {
    place.left -= 1;
    return { kind: 'delete', before: place.before++, after: null, text };
  }
  if (sign === '+') {
    place.right -= 1;
    return { kind: 'add', before: null, after: place.after++, text };
  }
  place.left -= 1;
  place.right -= 1;
  return { kind: 'context', before: place.before++, after: place.after++, text };
}

/** How much a diff changes. */
export function countChanges(rows: readonly DiffRow[]): { files: number; added: number; removed: number } {
  const count = (kind: DiffRow['kind']): number => rows.filter((known) => known.kind === kind).length;
  return { files: count('file') || 1, added: count('add'), removed: count('delete') };
}
