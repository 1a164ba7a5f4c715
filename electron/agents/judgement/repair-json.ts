import { jsonrepair } from 'jsonrepair';
import { fail, ok, type Result } from '../../../shared/problem.js';

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;
const FENCE = /\n\s*```/;
/** An object that ends so was cut off: what should follow is not known. */
const CUT_OFF = /[,:.+-]\s*$/;
/** A quote within a string ends it for us: what stands directly at a string, or beside another in its line, was part of one. */
const TORN = /"s\d+"(?:[^\s,:\]}/]|[ \t]+")|[^\s,:[{/]"s\d+"/;
/** More brackets than any answer has. */
const BRACKETS = 2000;
/** Line ends and tabs that a model wrote into a string as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids in a string (RFC 8259, section 7)
const CONTROL = /[\u0000-\u001f]/g;

/**
 * Repairs the structure of an object at the start of `text`: commas, brackets, comments. What its strings say never changes: jsonrepair
 * sees placeholders in their place, because version 3.15 alters or refuses strings that leave a brace open.
 *
 * @param endOf offset behind the object, null where it is not closed
 * @returns the value, or why it cannot be had without a guess
 */
export function repairJson(text: string, endOf: (text: string) => number | null): Result<unknown, string> {
  const strings: string[] = [];
  const masked = text.replace(STRING, (literal) => `"s${strings.push(literal) - 1}"`);
  const unfenced = masked.slice(0, FENCE.exec(masked)?.index);
  const end = endOf(unfenced);
  if (end === null && CUT_OFF.test(unfenced)) return fail('the object is cut off');
  const body = unfenced.slice(0, end ?? undefined);
  if (TORN.test(body)) return fail('a quote within a string is not escaped');
  if ((body.match(/[[{]/g) ?? []).length > BRACKETS) return fail('the object is too large');
  try {
    const used = new Set<string>();
    const value = restore(JSON.parse(jsonrepair(body)), strings, used);
    const lost = (body.match(STRING) ?? []).length !== used.size;
    return lost ? fail('a string is lost') : ok(value);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Puts the strings back. Throws where text is no longer exactly one of them, or stands twice. */
function restore(value: unknown, strings: readonly string[], used: Set<string>): unknown {
  if (typeof value === 'string') return original(value, strings, used);
  if (Array.isArray(value)) return value.map((item) => restore(item, strings, used));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const name = /^s\d+$/.test(key) ? original(key, strings, used) : key;
    return [name, restore(item, strings, used)] as const;
  });
  if (new Set(entries.map(([name]) => name)).size < entries.length) throw new Error('a name stands twice');
  return Object.fromEntries(entries);
}

function original(placeholder: string, strings: readonly string[], used: Set<string>): string {
  const literal = /^s\d+$/.test(placeholder) ? strings[Number(placeholder.slice(1))] : undefined;
  if (literal === undefined || used.has(placeholder)) throw new Error('a string is not closed');
  used.add(placeholder);
  const escaped = literal.replace(CONTROL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return String(JSON.parse(escaped));
}
