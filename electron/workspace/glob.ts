/**
 * The one glob syntax of task, policy and profile files: `**` any folders, `*` and `?` within one name, `{a,b}`
 * alternatives. Matching never backtracks over more than one star, so no pattern is slow.
 */

/** More alternatives than this are a mistake: the rest of the pattern is taken literally. */
const MAX_ALTERNATIVES = 256;

function braces(pattern: string): string[] {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (!found) return [pattern];
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + found[0].length)];
  const options = (found[1] ?? '').split(',').slice(0, MAX_ALTERNATIVES);
  return options.flatMap((option) => braces(before + option + after)).slice(0, MAX_ALTERNATIVES);
}

/** Whether `text` matches a pattern of `*` and `?`; a star also crosses `/`. */
export function matchesName(pattern: string, text: string): boolean {
  let [p, t, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (pattern[p] === '?' || (p < pattern.length && pattern[p] === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  // reach[j]: the pattern parts so far can consume the first j path parts.
  let reach = path.map(() => false);
  reach = [true, ...reach];
  for (const part of pattern) {
    const next = reach.map(() => false);
    for (let j = 0; j <= path.length; j++) {
      if (part === '**') next[j] = reach[j] === true || (j > 0 && next[j - 1] === true);
      else if (j > 0) next[j] = reach[j - 1] === true && matchesName(part, path[j - 1] ?? '');
    }
    reach = next;
  }
  return reach[path.length] === true;
}

function partsOf(pattern: string): string[][] {
  const plain = pattern.replace(/^\.?\//, '').replace(/\/$/, '/**');
  const parts = plain.split('/');
  // A plain name also stands for the folder of that name.
  return /[*?]/.test(plain) ? [parts] : [parts, [...parts, '**']];
}

/** Task and policy files hold few patterns, repositories many paths. */
const compiled = new Map<string, string[][]>();

function compile(pattern: string): string[][] {
  const known = compiled.get(pattern);
  if (known) return known;
  const parts = braces(pattern).flatMap(partsOf);
  compiled.set(pattern, parts);
  return parts;
}

function matchesOne(pattern: readonly string[], path: readonly string[]): boolean {
  const [first, name] = pattern;
  // The commonest kind by far: a name in any folder.
  if (pattern.length === 2 && first === '**' && name !== undefined && name !== '**')
    return matchesName(name, path.at(-1) ?? '');
  return matchesParts(pattern, path);
}

/** Whether a path (forward slashes, relative) matches a glob. */
export function matchesGlob(pattern: string, path: string): boolean {
  const parts = path.split('/');
  return compile(pattern).some((p) => matchesOne(p, parts));
}

/** Whether a path matches one of the globs. */
export const matchesAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => matchesGlob(pattern, path));
