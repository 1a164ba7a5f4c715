import { parsePatch } from '../../shared/unified-diff.js';
import { newPath } from './declared-paths.js';

/** Lines that a unified diff adds or changes, by new file name (1-based line numbers of the new file). */
export function changedLines(patch: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const file of parsePatch(patch)) {
    const name = newPath(file) ?? '';
    const lines = found.get(name) ?? new Set<number>();
    found.set(name, lines);
    // a side without lines names the line before the place (git-diff(1))
    for (const { newStart, newLines, lines: content } of file.hunks)
      addHunk(lines, newLines === 0 ? newStart + 1 : newStart, content);
  }
  return found;
}

function addHunk(lines: Set<number>, start: number, content: readonly string[]): void {
  let at = start;
  for (const line of content) {
    if (line.startsWith('+')) lines.add(at);
    // A deletion touches the place where its neighbours now meet.
    if (line.startsWith('-')) lines.add(at);
    if (line.startsWith('+') || line.startsWith(' ')) at += 1;
  }
}
