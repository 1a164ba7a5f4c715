import * as z from 'zod';
import { nearest } from '../../shared/nearest.js';

type Issue = z.core.$ZodIssue;
type Shape = z.core.JSONSchema.BaseSchema;

/** Characters of a value that a message shows. */
const MAX_SHOWN = 60;

/** What a schema calls a type, and what a person does. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array, [a, b]',
  object: 'a mapping, { key: value }',
};

/**
 * Says in one sentence what a schema found wrong in `value`, the whole document: the field, what was found, what was
 * expected, and what was probably meant. `whole` names the document ("the task").
 */
export function tellIssue(issue: Issue, value: unknown, schema: z.ZodType, whole: string): string {
  const shape = formOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), value);
  const found = valueAt(value, issue.path);
  const name = issue.path.length === 0 ? whole : `"${issue.path.join('.')}"`;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => tellUnknown(key, issue, shape, name)).join('; ');
  const here = shapeAt(shape, issue.path);
  return `${name}: found ${show(found)}, expected ${expected(issue)}${advice(issue, found, here)}`;
}

/** What is unknown, and the key that was meant: one of the same mapping, or the same key of another. */
function tellUnknown(key: string, issue: Issue, shape: Shape, name: string): string {
  const known = namesIn(shapeAt(shape, issue.path));
  const meant = nearest(key, known);
  if (meant) return `unknown key "${key}" in ${name}: did you mean "${meant}"?`;
  const all = placesOf(shape, []);
  const elsewhere =
    all.find((place) => place.at(-1) === key) ?? all.find((place) => nearest(key, [place.at(-1) ?? '']));
  if (elsewhere) return `unknown key "${key}" in ${name}: did you mean "${elsewhere.join('.')}"?`;
  return `unknown key "${key}" in ${name}: known are ${known.join(', ')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.getOwnPropertyDescriptor(here, step)?.value;
  }
  return here;
}

/** The alternative of a union that the document claims to be (`kind: qemu`). */
function formOf(shape: Shape, value: unknown): Shape {
  const claims = (form: Shape): boolean =>
    Object.entries(form.properties ?? {}).some(
      ([key, one]) => isShape(one) && one.const !== undefined && one.const === valueAt(value, [key]),
    );
  return shape.oneOf?.find(claims) ?? shape;
}

/** Keys of a mapping; those that are only read because older files have them are not recommended. */
const namesIn = (shape: Shape | undefined): string[] =>
  Object.entries(shape?.properties ?? {}).flatMap(([key, value]) =>
    isShape(value) && value.deprecated === true ? [] : [key],
  );

function placesOf(shape: Shape, path: readonly string[]): string[][] {
  return Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
    typeof value === 'boolean' || value.deprecated === true
      ? []
      : [[...path, key], ...placesOf(value, [...path, key])],
  );
}

/** The part of a JSON schema that describes a path; undefined where none does. */
function shapeAt(shape: Shape, path: readonly PropertyKey[]): Shape | undefined {
  let here: Shape | undefined = shape;
  for (const step of path) {
    if (!here) return undefined;
    const { properties = {} } = here;
    const name = String(step);
    const inner: unknown =
      (Object.hasOwn(properties, name) ? properties[name] : undefined) ??
      (here.type === 'array' ? here.items : here.additionalProperties);
    here = isShape(inner) ? inner : undefined;
  }
  return here;
}

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_union') return unionWords(issue);
  if (issue.code === 'too_small' || issue.code === 'too_big') return boundWords(issue);
  return issue.message;
}

const unionWords = (issue: Issue): string =>
  'options' in issue && Array.isArray(issue.options) ? `one of ${issue.options.join(', ')}` : 'another form';

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function boundWords(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const [bound, word] =
    issue.code === 'too_small'
      ? [issue.minimum, issue.inclusive ? 'at least' : 'more than']
      : [issue.maximum, issue.inclusive ? 'at most' : 'less than'];
  const unit = UNITS[issue.origin];
  return unit
    ? `${word} ${bound} ${bound === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`
    : `a number of ${word} ${bound}`;
}

/** The value as it was probably meant, else an example of the field. */
function advice(issue: Issue, found: unknown, here: Shape | undefined): string {
  const meant = issue.code === 'invalid_type' ? rewritten(found, issue.expected) : wordMeant(issue, found);
  if (meant !== undefined) return `; did you mean ${meant}?`;
  const [example] = here?.examples ?? [];
  const key = issue.path.at(-1);
  return example === undefined
    ? ''
    : `, for example ${typeof key === 'string' ? `${key}: ` : ''}${flow(example)}`;
}

function wordMeant(issue: Issue, found: unknown): string | undefined {
  if (typeof found !== 'string') return undefined;
  if (issue.code === 'invalid_value') return nearest(found, issue.values.map(String));
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options))
    return nearest(found, issue.options.map(String));
  return undefined;
}

/** Common slips: a command as one text, a single entry without its brackets, a unit after a number, `yes`. */
function rewritten(found: unknown, type: string): string | undefined {
  if (type === 'string' && (typeof found === 'number' || typeof found === 'boolean')) return `"${found}"`;
  if (typeof found !== 'string' || found.length > MAX_SHOWN) return undefined;
  if (type === 'array' && /^[^\s'"&|;<>$`]+(?: +[^\s'"&|;<>$`]+)*$/.test(found))
    return flow(found.split(/ +/));
  if (type === 'number' || type === 'int') return /^-?\d+(?:\.\d+)?(?=\s*[a-z%]+$)/i.exec(found)?.[0];
  if (type === 'boolean') return { yes: 'true', on: 'true', no: 'false', off: 'false' }[found.toLowerCase()];
  return undefined;
}

/** A value as YAML in one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isShape(value))
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${flow(one)}`)
      .join(', ')} }`;
  const text = String(value);
  return /^[\w./-][\w./ -]*$/.test(text) ? text : JSON.stringify(text);
}

function show(found: unknown): string {
  if (found === undefined) return 'nothing';
  if (found === null) return 'nothing (null)';
  const text = brief(found, 2);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** A value as JSON, but never deep or long: anchors make values that contain themselves, or billions of entries. */
function brief(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_SHOWN));
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (depth === 0) return `${open}…${close}`;
  const entries = Object.entries(value);
  const shown = entries.slice(0, 9).map(([key, one]) => {
    const text = brief(one, depth - 1);
    return Array.isArray(value) ? text : `${JSON.stringify(key)}:${text}`;
  });
  return `${open}${[...shown, ...(entries.length > 9 ? ['…'] : [])].join(',')}${close}`;
}
