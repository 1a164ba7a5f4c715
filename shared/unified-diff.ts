/** A hunk of a unified diff; `lines` keep their first character and their own line end (a CR stays). */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** What follows the second `@@`. */
  section: string;
  lines: string[];
}

/** One file's part of a patch: its header lines as they are, then hunks or a binary body. */
export interface FilePatch {
  header: string[];
  hunks: Hunk[];
  binary: string[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/s;
const EXTENDED =
  /^(?:index |old mode |new mode |new file mode |deleted file mode |similarity index |dissimilarity index |rename |copy |Binary files |--- |\+\+\+ )/;

/**
 * The hunk whose head is the line `at`, read by the counts in it, so that changed lines that look like headers stay lines; null
 * where no hunk begins. `next`: the first line behind it.
 */
export function hunkAt(lines: readonly string[], at: number): { hunk: Hunk; next: number } | null {
  const head = HUNK.exec(lines[at] ?? '');
  if (head === null) return null;
  const count = (text: string | undefined) => (text === undefined ? 1 : Number(text));
  const hunk: Hunk = {
    oldStart: Number(head[1]),
    oldLines: count(head[2]),
    newStart: Number(head[3]),
    newLines: count(head[4]),
    section: head[5] ?? '',
    lines: [],
  };
  let [old, fresh, next] = [hunk.oldLines, hunk.newLines, at + 1];
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (line.startsWith('\\')) {
      hunk.lines.push(line);
      continue;
    }
    if (old <= 0 && fresh <= 0) break;
    if (line[0] !== '+') old--;
    if (line[0] !== '-') fresh--;
    hunk.lines.push(line);
  }
  return { hunk, next };
}

/** `--- x` begins a file only where the next line is `+++ y`; elsewhere it is prose. */
const beginsPlainFile = (lines: readonly string[], at: number): boolean =>
  (lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');

function readHeader(lines: readonly string[], at: number): { header: string[]; next: number } {
  let next = at + 1;
  while (next < lines.length && EXTENDED.test(lines[next] ?? '')) next++;
  return { header: lines.slice(at, next), next };
}

function readBinary(lines: readonly string[], at: number): { binary: string[]; next: number } {
  let next = at + 1;
  while (next < lines.length && !/^(?:diff --git |--- )/.test(lines[next] ?? '')) next++;
  return { binary: lines.slice(at, next), next };
}

/**
 * Reads a unified diff (git-diff(1), "Generating patch text with -p"). Text around the patch is skipped, as git does.
 */
export function parsePatch(patch: string): FilePatch[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  const files: FilePatch[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const file = files.at(-1);
    const found = file ? hunkAt(lines, at) : null;
    if (found && file) {
      file.hunks.push(found.hunk);
      at = found.next;
    } else if (line.startsWith('diff --git ') || beginsPlainFile(lines, at)) {
      const { header, next } = readHeader(lines, at);
      files.push({ header, hunks: [], binary: [] });
      at = next;
    } else if (/^GIT binary patch\r?$/.test(line) && file) {
      const { binary, next } = readBinary(lines, at);
      file.binary.push(...binary);
      at = next;
    } else at++;
  }
  return files;
}

const range = (start: number, lines: number): string => (lines === 1 ? `${start}` : `${start},${lines}`);

/** A hunk head as git writes it: a count of one is left out. */
export const hunkHead = (h: Hunk): string =>
  `@@ -${range(h.oldStart, h.oldLines)} +${range(h.newStart, h.newLines)} @@${h.section}`;
