/** True when `name` matches one of the patterns; `*` stands for any run of characters, `?` for one. */
export function matchesCase(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => toRegExp(pattern).test(name));
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 'u');
}

/** A pattern without wildcards: it names one case, which must then be reported. */
export const namesOneCase = (pattern: string): boolean => !/[*?]/.test(pattern);
