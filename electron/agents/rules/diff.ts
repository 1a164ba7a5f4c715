import { structuredPatch } from 'diff';

/** A replacement of `[start, end)` (UTF-16 offsets) in one file. */
export interface Edit {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** Applies edits of one file; overlapping ones are a bug of the caller. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => b.start - a.start || b.end - a.end);
  let out = text;
  for (const edit of ordered) out = out.slice(0, edit.start) + edit.text + out.slice(edit.end);
  return out;
}

/**
 * Unified diff of one file with `a/` and `b/` prefixes, three lines of context, '' where nothing changed. Line ends
 * and a missing last newline stay as they are (GNU diffutils manual, "Unified Format"). A name with a space ends in a tab, as git writes it.
 */
export function fileDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = structuredPatch(file, file, before, after, undefined, undefined, { context: 3 });
  const tail = file.includes(' ') ? '\t' : '';
  const lines = [`--- a/${file}${tail}`, `+++ b/${file}${tail}`];
  for (const hunk of patch.hunks) {
    lines.push(`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`);
    lines.push(...hunk.lines);
  }
  return `${lines.join('\n')}\n`;
}

const range = (start: number, lines: number): string => (lines === 1 ? `${start}` : `${start},${lines}`);
