import type { HighlightRule, LineFilter } from '../../../shared/ipc/console-rows.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { withoutEscapes } from '../results/escapes.js';

/** A live line is cut to this many characters before a person's pattern looks at it, which bounds what it can cost. */
const LONGEST = 2048;

/** What an expression is asked about. */
const said = (line: string): string => withoutEscapes(line.slice(0, LONGEST));

/** Errors: USAGE with the expression that is none. */
export function compileFilter(filter: LineFilter): Result<(line: string) => boolean> {
  const flags = filter.ignoreCase ? 'i' : '';
  const include = compileAll(filter.include, flags);
  const exclude = compileAll(filter.exclude, flags);
  if (!include.ok) return include;
  if (!exclude.ok) return exclude;
  return ok((line) => {
    const text = said(line);
    const wanted = include.value.length === 0 || include.value.some((pattern) => pattern.test(text));
    return wanted && !exclude.value.some((pattern) => pattern.test(text));
  });
}

/** Gives the colour of a line, or null. Errors: USAGE with the expression that is none. */
export function compileHighlights(
  rules: readonly HighlightRule[],
): Result<(line: string) => HighlightRule['colour'] | null> {
  const patterns = compileAll(rules.map((rule) => rule.pattern));
  if (!patterns.ok) return patterns;
  return ok((line) => {
    const text = said(line);
    return rules[patterns.value.findIndex((pattern) => pattern.test(text))]?.colour ?? null;
  });
}

function compileAll(sources: readonly string[], flags = ''): Result<RegExp[]> {
  const patterns: RegExp[] = [];
  for (const source of sources) {
    try {
      patterns.push(new RegExp(source, flags));
    } catch (error) {
      return fail({
        code: 'USAGE',
        message: error instanceof Error ? error.message : String(error),
        where: source,
      });
    }
  }
  return ok(patterns);
}
