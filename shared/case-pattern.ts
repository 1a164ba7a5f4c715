/** True when `name` matches one of the patterns; `*` stands for any run of characters, `?` for one. */
export function matchesCase(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

/** Two pointers instead of a regular expression: names come from the target, and none may make it slow. */
function matchesPattern(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++retry;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** A pattern without wildcards: it names one case, which must then be reported. */
export const namesOneCase = (pattern: string): boolean => !/[*?]/.test(pattern);
