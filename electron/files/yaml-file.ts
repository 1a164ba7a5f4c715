import {
  type Alias,
  type Document,
  isMap,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml';
import type * as z from 'zod';
import { fail, ok, type ProblemCode, type Result } from '../../shared/problem.js';
import { inBrief } from '../../shared/texts/words.js';
import { tellIssue } from './yaml-words.js';

type Issue = z.core.$ZodIssue;

/** What is read: `whole` names it in a sentence ("the profile"), `code` and `next` go into its problems. */
export interface YamlKind {
  whole: string;
  code: ProblemCode;
  next: string;
  /** Keys that only another kind of file may have, and what is said of them. */
  elsewhere?: Readonly<Record<string, string>>;
}

/** A value with the place (`file:line:column`) of each of its fields, or of what should hold a field that is absent. */
export interface Placed<T> {
  value: T;
  placeOf: (path: readonly PropertyKey[]) => string;
}

/** Mistakes that one message names; the rest is counted. */
const MAX_TOLD = 5;

/** The parser's words where they are for programmers. */
const SYNTAX: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " in one line: put the value in quotes, or begin a new line',
  DUPLICATE_KEY: 'this key stands here twice: keep one of them',
  MULTIPLE_DOCS: 'a second document begins here ("---"): keep one',
  RESOURCE_EXHAUSTION: 'nested too deeply',
  TAB_AS_INDENT: 'a tab as indentation: use spaces',
};

/** Reads YAML text against a schema; see `readPlaced`. */
export function readYaml<T>(text: string, schema: z.ZodType<T>, file: string, kind: YamlKind): Result<T> {
  const read = readPlaced(text, schema, file, kind);
  return read.ok ? ok(read.value.value) : read;
}

/**
 * Reads YAML text against a schema. An error names file, line and column of each thing that is wrong, what was
 * found, what was expected and what was probably meant.
 */
export function readPlaced<T>(
  text: string,
  schema: z.ZodType<T>,
  file: string,
  kind: YamlKind,
): Result<Placed<T>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (at: number): string => {
    const { line, col } = lines.linePos(at);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const wrong = (where: string, message: string) =>
    fail({ code: kind.code, message: inBrief(message), where, next: kind.next });
  const [error] = document.errors;
  if (error) return wrong(place(error.pos[0]), `not YAML: ${SYNTAX[error.code] ?? sentence(error.message)}`);
  const alias = unusableAlias(document);
  if (alias) {
    const message = `*${alias.source} refers to an anchor that is not there: write "*${alias.source}", in quotes`;
    return wrong(place(alias.range?.[0] ?? 0), message);
  }
  const nul = textWithNul(document);
  if (nul) return wrong(place(nul.range?.[0] ?? 0), NUL);
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  if (value === null)
    return wrong(place(0), `${kind.whole}: found an empty file, expected a mapping, { key: value }`);
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    return ok({ value: parsed.data, placeOf: (path) => place(offsetOf(document, path)) });
  }
  const told = parsed.error.issues.map((issue) => ({
    where: place(offsetOf(document, placeIn(issue))),
    text: belongsElsewhere(issue, kind) ?? tellIssue(issue, value, schema, kind.whole),
  }));
  const [first, ...rest] = told;
  const others = rest.slice(0, MAX_TOLD - 1).map((one) => `; ${one.where}: ${one.text}`);
  const more = told.length > MAX_TOLD ? `; and ${told.length - MAX_TOLD} more` : '';
  return wrong(first?.where ?? file, `${first?.text ?? 'does not fit'}${others.join('')}${more}`);
}

function belongsElsewhere(issue: Issue, { elsewhere = {} }: YamlKind): string | undefined {
  if (issue.code !== 'unrecognized_keys') return undefined;
  return issue.keys.flatMap((key) => (Object.hasOwn(elsewhere, key) ? (elsewhere[key] ?? []) : []))[0];
}

const sentence = (words: string): string =>
  (words.split('\n')[0] ?? '').replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

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

/** Neither a path nor an argument of a program can hold it (execve(2)), and Node throws where one does. */
const NUL = 'this text holds the character NUL (\\0), which no path and no argument can have: take it out';

function textWithNul(document: Document): Scalar | null {
  let found: Scalar | null = null;
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value !== 'string' || !scalar.value.includes('\0')) return undefined;
      found = scalar;
      return visit.BREAK;
    },
  });
  return found;
}

const placeIn = (issue: Issue): readonly PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;

/** Offset of the value at a path, or of what should hold it: a missing key has no place of its own. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
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
