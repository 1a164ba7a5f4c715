import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { repairJson } from './repair-json.js';

/** Where an object of JSON, or of what a model takes for JSON, may begin. */
const STRICT_START = /\{\s*["}]/g;
const LOOSE_START = /\{\s*(?:["}]|\w+\s*:)/g;
/** Strings and braces: a brace within a string opens nothing. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/gs;
/** Places that are tried: an answer of nothing but braces must not take minutes. */
const STARTS = 60;
const REPAIRS = 6;
const THOUGHT_END = '</think>';

interface Span {
  start: number;
  end: number;
  value: unknown;
}

/**
 * Reads the value of a schema from a model's answer. What is JSON is taken as it is. Words, thoughts and a code fence around one
 * object are left out. Only what JSON.parse refuses is repaired, and counts only if the schema then holds.
 *
 * @returns the value, or in words for the model what is wrong
 */
export function readReply<T>(text: string, schema: z.ZodType<T>): Result<T, string> {
  const whole = parse(text.trim());
  if (whole.ok) return check(whole.value, schema);
  const found = objectsIn(text);
  const from = afterThoughts(text, found);
  const later = found.filter(({ start }) => start >= from);
  const fitting = [...new Map(later.flatMap(({ value }) => fits(value, schema))).values()];
  if (fitting.length > 1) return fail('there is more than one such JSON object in the answer: give only one');
  const [only] = fitting;
  if (only) return ok(only.value);
  return repaired(text.slice(from), later, schema, whole.error);
}

/** The value under its own text, so that the same object said twice counts once. */
function fits<T>(value: unknown, schema: z.ZodType<T>): [string, { value: T }][] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [[JSON.stringify(parsed.data), { value: parsed.data }]] : [];
}

function repaired<T>(
  text: string,
  found: readonly Span[],
  schema: z.ZodType<T>,
  why: string,
): Result<T, string> {
  let wrong = text.includes('{') ? `not JSON: ${why}` : 'there is no JSON object in the answer';
  const [whole] = found;
  if (whole && found.length === 1) wrong = reason(schema.safeParse(whole.value), wrong);
  for (const { index } of [...text.matchAll(LOOSE_START)].slice(0, REPAIRS)) {
    const value = repairJson(text.slice(index), (part) => endOf(part, 0));
    const checked = value.ok ? schema.safeParse(value.value) : null;
    if (checked?.success) return ok(checked.data);
  }
  return fail(wrong);
}

const reason = (parsed: z.ZodSafeParseResult<unknown>, other: string): string =>
  parsed.success ? other : z.prettifyError(parsed.error).slice(0, 600);

function check<T>(value: unknown, schema: z.ZodType<T>): Result<T, string> {
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : fail(reason(parsed, ''));
}

function parse(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** The outermost objects that are JSON, in order. */
function objectsIn(text: string): Span[] {
  const found: Span[] = [];
  let done = 0;
  let tries = 0;
  for (const { index } of text.matchAll(STRICT_START)) {
    if (index < done) continue;
    if (tries++ === STARTS) break;
    const end = endOf(text, index);
    const value = end === null ? null : parse(text.slice(index, end));
    if (end === null || !value?.ok) continue;
    found.push({ start: index, end, value: value.value });
    done = end;
  }
  return found;
}

/** Offset behind the brace that closes the one at `start`; null where none does. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  TOKEN.lastIndex = start;
  for (let token = TOKEN.exec(text); token; token = TOKEN.exec(text)) {
    if (token[0] === '{') depth++;
    if (token[0] === '}' && --depth === 0) return TOKEN.lastIndex;
  }
  return null;
}

/** Where a reasoning model's answer begins: drafts in its thoughts do not count, the mark in a string is no mark. */
function afterThoughts(text: string, found: readonly Span[]): number {
  let at = text.lastIndexOf(THOUGHT_END);
  while (at >= 0 && found.some(({ start, end }) => start < at && at < end))
    at = at === 0 ? -1 : text.lastIndexOf(THOUGHT_END, at - 1);
  if (at >= 0) return at + THOUGHT_END.length;
  return /^\s*<think>/.test(text) ? text.length : 0;
}
