import { type Alias, type Document, isMap, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { fail, ok, type ProblemCode, type Result } from '../../shared/problem.js';

type Issue = z.core.$ZodIssue;

/** What is read: `whole` names it in a sentence ("the profile"), `code` and `next` go into its problems. */
export interface YamlKind {
  whole: string;
  code: ProblemCode;
  next: string;
}

/**
 * Reads YAML text against a schema. An error names file and line of the first thing that is wrong, and of each what
 * was found and what was expected.
 */
export function readYaml<T>(text: string, schema: z.ZodType<T>, file: string, kind: YamlKind): Result<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const wrong = (at: number, message: string) =>
    fail({ code: kind.code, message, where: `${file}:${lines.linePos(at).line}`, next: kind.next });
  const [error] = document.errors;
  if (error) return wrong(error.pos[0], `not YAML: ${error.message.split('\n')[0]}`);
  const alias = unusableAlias(document);
  if (alias) {
    const message = `*${alias.source} refers to an anchor that is not there: write "*${alias.source}", in quotes`;
    return wrong(alias.range?.[0] ?? 0, message);
  }
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: -1 }));
  if (parsed.success) return ok(parsed.data);
  const told = parsed.error.issues.map((issue) => ({
    at: offsetOf(document, issue),
    text: tell(document, issue, kind.whole),
  }));
  const others = told
    .slice(1)
    .map((one) => `; ${file}:${lines.linePos(one.at).line}: ${one.text}`)
    .join('');
  return wrong(told[0]?.at ?? 0, `${told[0]?.text ?? 'does not fit'}${others}`);
}

/** The first alias without an anchor: most often a pattern (`*_test`) that lacks its quotes. */
function unusableAlias(document: Document): Alias | null {
  let found: Alias | null = null;
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document)) return undefined;
      found = alias;
      return visit.BREAK;
    },
  });
  return found;
}

/** Offset of the value found wrong, or of what should hold it: a missing key has no place of its own. */
function offsetOf(document: Document, issue: Issue): number {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  for (let length = path.length; length >= 0; length--) {
    const start = startOf(document, path.slice(0, length));
    if (start !== undefined) return start;
  }
  return 0;
}

/** Offset of the key, or else of the node. */
function startOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length === 0 ? undefined : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find((item) => String(item.key) === String(path.at(-1)));
    return pair === undefined ? undefined : rangeStart(pair.key);
  }
  return rangeStart(path.length === 0 ? document.contents : document.getIn(path, true));
}

function rangeStart(node: unknown): number | undefined {
  const hasRange = typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);
  return hasRange && Array.isArray(node.range) ? Number(node.range[0]) : undefined;
}

/** What was found, and what was expected. */
function tell(document: Document, issue: Issue, whole: string): string {
  const name = issue.path.length === 0 ? whole : `"${issue.path.join('.')}"`;
  if (issue.code === 'unrecognized_keys') return `unknown: ${issue.keys.join(', ')} in ${name}`;
  const found = issue.path.length === 0 ? document.toJS() : document.getIn(issue.path);
  const shown = found === undefined ? 'nothing' : JSON.stringify(found);
  const expected = issue.code === 'invalid_union' ? 'kind: qemu or kind: host' : issue.message;
  return `${name}: found ${shown}, expected ${expected.replace(/^Invalid (?:input|option): expected /, '')}`;
}
