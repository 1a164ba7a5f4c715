import { type Alias, type Document, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { fail, ok, type ProblemCode, type Result } from '../../shared/problem.js';

/**
 * Parses YAML text against a schema. An error names file, line and column, what was found and what was
 * expected; `code` is the caller's (TASK_MALFORMED, POLICY_MALFORMED, …).
 */
export function parseYaml<T>(text: string, schema: z.ZodType<T>, file: string, code: ProblemCode): Result<T> {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = doc.errors[0];
  if (broken) {
    const { line, col } = lines.linePos(broken.pos[0]);
    return fail({
      code,
      message: `no valid YAML: ${broken.message}`,
      where: `${file}:${line}:${col}`,
      next: 'correct the file',
    });
  }
  const alias = unusableAlias(doc);
  if (alias) {
    const { line, col } = lines.linePos(alias.range?.[0] ?? 0);
    const message = `*${alias.source} refers to an anchor that is not there`;
    return fail({
      code,
      message,
      where: `${file}:${line}:${col}`,
      next: `write "*${alias.source}", in quotes`,
    });
  }
  const parsed = schema.safeParse(doc.toJS({ maxAliasCount: -1 }));
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const at = issue ? position(doc, placeOf(issue), lines) : '';
  const key = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  const more = parsed.error.issues.length > 1 ? ` (and ${parsed.error.issues.length - 1} more)` : '';
  return fail({
    code,
    message: `${key}${issue?.message ?? 'does not fit'}${more}`,
    where: `${file}${at}`,
    next: 'correct the file',
  });
}

/** The first alias without an anchor: most often a pattern (`*_test`) that lacks its quotes. */
function unusableAlias(doc: Document): Alias | null {
  let found: Alias | null = null;
  visit(doc, {
    Alias: (_, alias) => {
      if (alias.resolve(doc)) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

/** A key that does not belong there is named itself; everything else by where its value is, or should be. */
const placeOf = (issue: z.core.$ZodIssue): PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;

/** Line of the node at `path`, or of its nearest parent that is there: a missing key has no place of its own. */
function position(doc: Document, path: readonly PropertyKey[], lines: LineCounter): string {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = doc.getIn(path.slice(0, depth), true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
    if (Array.isArray(range) && typeof range[0] === 'number') {
      const { line, col } = lines.linePos(range[0]);
      return `:${line}:${col}`;
    }
  }
  return '';
}
