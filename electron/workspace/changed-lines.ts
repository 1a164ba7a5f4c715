import { parsePatch } from 'diff';

/** Lines that a unified diff adds or changes, by new file name (1-based line numbers of the new file). */
export function changedLines(patch: string): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const file of parsePatch(patch)) {
    const name = (file.newFileName ?? '').replace(/^b\//, '');
    const lines = found.get(name) ?? new Set<number>();
    found.set(name, lines);
    for (const hunk of file.hunks) addHunk(lines, hunk.newStart, hunk.lines);
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
