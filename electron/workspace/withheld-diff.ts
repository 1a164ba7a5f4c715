import { hunkAt } from '../../shared/unified-diff.js';
import { declaredPaths } from './declared-paths.js';

/** Where the part of one file begins; a merge is shown as `--cc` or `--combined` (git-diff(1), "Combined diff format"). */
const GIT_HEADER = /^diff --(?:git|cc|combined) /;
const HEADER_LINE =
  /^(?:diff --|index |(?:old|new|deleted file|new file) mode |(?:dis)?similarity index |rename |copy |--- |\+\+\+ )/;

/** Hashes of the file before and after, and how much of it stayed. */
const TELLS = /^(?:index |(?:dis)?similarity index )/;

/** The part of the text that is read now. */
interface Part {
  isWithheld: boolean;
  isCombined: boolean;
}

/**
 * A text whose unified diffs say nothing of files that must not be sent: of their headers the names and modes stay, and `mark` stands
 * for the hunks: hashes tell of a text, and so do the numbers of its lines. What such a part runs into is left out too, up to the next header.
 */
export function withoutDiffsOf(text: string, isWithheld: (file: string) => boolean, mark: string): string {
  const lines = text.split('\n');
  const shown: string[] = [];
  let part: Part = { isWithheld: false, isCombined: false };
  for (let at = 0; at < lines.length; ) {
    const header = headerAt(lines, at, part);
    const found = header.length > 0 || part.isCombined ? null : hunkAt(lines, at);
    const next = header.length > 0 ? at + header.length : (found?.next ?? at + 1);
    if (header.length > 0) {
      part = partOf(header, isWithheld);
      shown.push(...(part.isWithheld ? header.filter((line) => !TELLS.test(line)) : header));
    } else if (!part.isWithheld) shown.push(...lines.slice(at, next));
    else if (shown.at(-1) !== mark) shown.push(mark);
    at = next;
  }
  return shown.join('\n');
}

/** The header that begins at a line; []: none does. In a merge's diff, lines of a file can look like a plain one. */
function headerAt(lines: readonly string[], at: number, { isCombined }: Part): readonly string[] {
  const isGit = GIT_HEADER.test(lines[at] ?? '');
  const isPlain = (lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');
  if (!isGit && (isCombined || !isPlain)) return [];
  let end = at + 1;
  while (HEADER_LINE.test(lines[end] ?? '') && !GIT_HEADER.test(lines[end] ?? '')) end++;
  return lines.slice(at, end);
}

function partOf(header: readonly string[], isWithheld: (file: string) => boolean): Part {
  const [first = ''] = header;
  const merged = /^diff --(?:cc|combined) (.*)$/.exec(first)?.[1];
  const names = merged === undefined ? declaredPaths(`${header.join('\n')}\n`) : [merged];
  return { isWithheld: names.some(isWithheld), isCombined: merged !== undefined };
}
