import { type Hunk, hunkAt } from '../../shared/unified-diff.js';
import { linesOf } from '../../shared/visible-text.js';

export interface DiffRow {
  kind: 'file' | 'meta' | 'hunk' | 'context' | 'add' | 'delete';
  /** Line numbers before and after; null where there is none. */
  before: number | null;
  after: number | null;
  text: string;
}

/**
 * Rows of a unified diff, with line numbers in its hunks. Total: what it does not know is shown as it is. No line of a file can
 * pass for a header.
 */
export function parseDiff(patch: string): DiffRow[] {
  const rows: DiffRow[] = [];
  const lines = linesOf(patch);
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const found = hunkAt(lines, at);
    rows.push(...(found ? [row('hunk', line), ...hunkRows(found.hunk)] : [header(line)]));
    at = found?.next ?? at + 1;
  }
  return rows;
}

const row = (kind: DiffRow['kind'], text: string): DiffRow => ({ kind, before: null, after: null, text });

const header = (line: string): DiffRow => row(line.startsWith('diff --git ') ? 'file' : 'meta', line);

/** The lines of one hunk, with the line numbers of both sides. */
export function hunkRows({
  oldStart,
  newStart,
  lines,
}: Pick<Hunk, 'oldStart' | 'newStart' | 'lines'>): DiffRow[] {
  let [before, after] = [oldStart, newStart];
  return lines.map((line): DiffRow => {
    const text = line.slice(1);
    if (line[0] === '\\') return row('meta', line);
    if (line[0] === '-') return { kind: 'delete', before: before++, after: null, text };
    if (line[0] === '+') return { kind: 'add', before: null, after: after++, text };
    return { kind: 'context', before: before++, after: after++, text };
  });
}

/** How much a diff changes. */
export function countChanges(rows: readonly DiffRow[]): { files: number; added: number; removed: number } {
  const count = (kind: DiffRow['kind']): number => rows.filter((known) => known.kind === kind).length;
  return { files: count('file') || 1, added: count('add'), removed: count('delete') };
}
