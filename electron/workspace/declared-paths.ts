import { type FilePatch, parsePatch } from '../../shared/unified-diff.js';

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Undoes git's quoting of a path (git-config(1), core.quotePath): octal bytes of UTF-8 and C escapes. */
function unquote(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes: Buffer[] = [];
  for (const [part, octal, letter] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else
      bytes.push(
        letter === undefined ? Buffer.from(part) : Buffer.from([ESCAPES[letter] ?? letter.charCodeAt(0)]),
      );
  }
  return Buffer.concat(bytes).toString('utf8');
}

function pathOf(line: string): string | null {
  const found = /^(?:(---|\+\+\+) |(?:rename|copy) (?:from|to) )(.*)$/s.exec(line.replace(/\r$/, ''));
  if (found?.[2] === undefined) return null;
  // GNU diff writes a tab and a date after the name.
  const path = unquote(found[2].replace(/\t.*$/s, ''));
  if (path === '/dev/null') return null;
  return found[1] === undefined ? path : path.replace(/^[abciow]\//, '');
}

/** Both paths of `diff --git a/x b/x`; a change of mode alone has no other line that names the file. */
function gitPaths(line: string): string[] {
  const rest = /^diff --git (.*)$/s.exec(line.replace(/\r$/, ''))?.[1];
  if (rest === undefined) return [];
  const quoted = rest.match(/"(?:[^"\\]|\\.)*"/g);
  if (quoted) return quoted.map((path) => unquote(path).replace(/^[ab]\//, ''));
  const same = /^a\/(.*) b\/\1$/s.exec(rest)?.[1];
  return same === undefined ? rest.split(/ (?=b\/)/).map((path) => path.replace(/^[ab]\//, '')) : [same];
}

const pathBehind = ({ header }: FilePatch, sign: '--- ' | '+++ '): string | null =>
  pathOf(header.find((line) => line.startsWith(sign)) ?? '');

/** The file's name after the patch; null where that deletes it, and where only its mode or name changes. */
export const newPath = (file: FilePatch): string | null => pathBehind(file, '+++ ');

/** Names of the files that a patch changes: new ones, old ones where a file is deleted. */
export function changedPaths(patch: string): string[] {
  const paths = parsePatch(patch).map(
    (file) => newPath(file) ?? pathBehind(file, '--- ') ?? file.header.flatMap(gitPaths).at(-1) ?? null,
  );
  return [...new Set(paths.filter((path) => path !== null))];
}

/** Every path that a patch's headers name, without `a/` and `b/`. */
export function declaredPaths(patch: string): string[] {
  const headers = parsePatch(patch).flatMap((file) => file.header);
  const paths = headers.flatMap((line) => [pathOf(line), ...gitPaths(line)]);
  return [...new Set(paths.filter((path) => path !== null))];
}
