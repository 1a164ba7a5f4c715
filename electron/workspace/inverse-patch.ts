import { type FilePatch, type Hunk, hunkHead, parsePatch } from '../../shared/unified-diff.js';

/** Gives a header path the other side's `a/` or `b/`; quoted paths and /dev/null included. */
const prefixed = (path: string, side: 'a' | 'b'): string => path.replace(/^("?)[ab]\//, `$1${side}/`);

/** Splits the two paths of `diff --git a/x b/y`; only a rename or copy has two different ones. */
function swapDiffLine(line: string): string {
  const rest = line.slice('diff --git '.length);
  const quoted = /^("(?:[^"\\]|\\.)*") (.*)$/.exec(rest);
  const same = /^a\/(.*) b\/\1\r?$/.exec(rest);
  if (same) return line;
  const cut = quoted?.[1]?.length ?? rest.search(/ "?b\//);
  if (cut < 0) return line;
  return `diff --git ${prefixed(rest.slice(cut + 1), 'a')} ${prefixed(rest.slice(0, cut), 'b')}`;
}

/** Header lines that become another kind; both directions. */
const OPPOSITES: readonly [string, string][] = [
  ['new file mode ', 'deleted file mode '],
  ['old mode ', 'new mode '],
  ['rename from ', 'rename to '],
];

function swapHeaderLine(line: string): string {
  if (line.startsWith('diff --git ')) return swapDiffLine(line);
  const index = /^index ([0-9a-f]+)\.\.([0-9a-f]+)(.*)$/s.exec(line);
  if (index) return `index ${index[2]}..${index[1]}${index[3]}`;
  if (line.startsWith('--- ')) return `+++ ${prefixed(line.slice(4), 'b')}`;
  if (line.startsWith('+++ ')) return `--- ${prefixed(line.slice(4), 'a')}`;
  for (const [one, other] of OPPOSITES) {
    if (line.startsWith(one)) return other + line.slice(one.length);
    if (line.startsWith(other)) return one + line.slice(other.length);
  }
  return line;
}

/** git wants "old" before "new", "from" before "to", `---` before `+++`. */
const HEADER_ORDER = [
  'diff --git',
  'old mode',
  'new mode',
  'similarity',
  'rename from',
  'rename to',
  'index',
  '---',
  '+++',
];
const rank = (line: string): number => {
  const at = HEADER_ORDER.findIndex((start) => line.startsWith(start));
  return at < 0 ? 2.5 : at;
};

/** Swaps the sides of one hunk; within a run of changes the removed lines come first again. */
function inverseHunk(hunk: Hunk): string[] {
  const out: string[] = [];
  const removed: string[] = [];
  const added: string[] = [];
  let last = out;
  const flush = () => {
    out.push(...removed.splice(0), ...added.splice(0));
  };
  for (const line of hunk.lines) {
    if (line.startsWith('\\')) last.push(line);
    else if (line.startsWith('+')) {
      removed.push(`-${line.slice(1)}`);
      last = removed;
    } else if (line.startsWith('-')) {
      added.push(`+${line.slice(1)}`);
      last = added;
    } else {
      flush();
      out.push(line);
      last = out;
    }
  }
  flush();
  const { oldStart, oldLines, newStart, newLines } = hunk;
  const swapped = { ...hunk, oldStart: newStart, oldLines: newLines, newStart: oldStart, newLines: oldLines };
  return [hunkHead(swapped), ...out];
}

/** A binary body holds the forward block, a blank line, then the reverse block. */
function inverseBinary(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const blocks: string[][] = [[]];
  for (const line of lines.slice(1)) {
    if (line.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  const [forward = [], reverse = []] = blocks.filter((block) => block.length > 0);
  return ['GIT binary patch', ...reverse, '', ...forward, ''];
}

function inverseFile(file: FilePatch): string[] {
  const header = file.header.map(swapHeaderLine).sort((a, b) => rank(a) - rank(b));
  return [...header, ...file.hunks.flatMap(inverseHunk), ...inverseBinary(file.binary)];
}

/**
 * The patch that takes a patch back; the last file's part first. Keeps line ends and "no newline at end of file".
 * A copy cannot be taken back by text alone and stays as it is (patch policy refuses copies).
 */
export function inversePatch(patch: string): string {
  const lines = parsePatch(patch).reverse().flatMap(inverseFile);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
