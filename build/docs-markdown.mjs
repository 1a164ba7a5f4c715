/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** @param {readonly string[]} cells */
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/** @param {string} text */
export const code = (text) => `\`${text}\``;

/**
 * A Markdown table.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export const table = (head, rows) =>
  [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');

/**
 * @param {string} language
 * @param {string} text
 */
export const fence = (language, text) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/**
 * The part of JSON Schema (2020-12) that zod writes for our schemas.
 *
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {unknown} [const]
 * @property {readonly unknown[]} [enum]
 * @property {Schema} [items]
 * @property {Record<string, Schema>} [properties]
 * @property {readonly Schema[]} [anyOf]
 * @property {readonly Schema[]} [allOf]
 * @property {readonly string[]} [required]
 * @property {number} [minItems]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [exclusiveMinimum]
 * @property {boolean} [deprecated] still read, and not written about
 */

/** @typedef {{ key: string, schema: Schema, required: boolean }} Field */

/**
 * The fields of a schema, those of inner objects as `outer.inner`. An inner object has a row of its own only where it says
 * something itself.
 *
 * @param {Schema} schema
 * @param {string} [prefix]
 * @returns {Field[]}
 */
function fieldsOf(schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    if (inner.deprecated) return [];
    const key = `${prefix}${name}`;
    const field = { key, schema: inner, required: schema.required?.includes(name) ?? false };
    // `true` for the defaults of all keys
    const isShort = inner.anyOf?.some((one) => one.const === true);
    const object = isShort && inner.anyOf?.find(({ properties }) => properties !== undefined);
    if (object) return [field, ...fieldsOf(object, `${key}.`)];
    if (inner.properties === undefined) return [field];
    return [...(inner.description ? [field] : []), ...fieldsOf(inner, `${key}.`)];
  });
}

/** What may not be empty is an argument vector. @param {Schema} schema */
function listOf({ items, minItems }) {
  if (items?.properties) return `list of ${code(`{ ${Object.keys(items.properties).join(', ')} }`)}`;
  if (minItems === 1) return 'argument vector';
  return items?.type === 'array' ? 'list of argument vectors' : 'list of texts';
}

/**
 * @param {Schema} schema
 * @returns {string} what a person writes there
 */
function typeOf(schema) {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'null') return '`null`';
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.type === 'array') return listOf(schema);
  if (schema.type === 'object') return schema.properties ? 'the keys below' : 'names to texts';
  if (schema.type === 'boolean') return '`true` or `false`';
  if (schema.type !== 'number' && schema.type !== 'integer') return 'text';
  const kind = schema.type === 'integer' ? 'whole number' : 'number';
  if (schema.exclusiveMinimum === 0) return `${kind} > 0`;
  if (schema.type === 'number' && schema.maximum !== undefined)
    return `${kind}, ${schema.minimum}–${schema.maximum}`;
  return schema.minimum === undefined || schema.minimum < 0 ? kind : `${kind} ≥ ${schema.minimum}`;
}

/** @param {Field} field */
function defaultOf({ schema, required }) {
  if (schema.const !== undefined || required) return 'required';
  return schema.default === undefined || schema.properties ? '—' : code(JSON.stringify(schema.default));
}

/**
 * The fields of a schema as a table: key, what to write, default, meaning.
 *
 * @param {unknown} jsonSchema what `z.toJSONSchema(schema, { io: 'input' })` gives
 */
export function fieldTable(jsonSchema) {
  const rows = fieldsOf(/** @type {Schema} */ (jsonSchema)).map((field) => [
    code(field.key),
    typeOf(field.schema),
    defaultOf(field),
    field.schema.description ?? '',
  ]);
  return table(['key', 'value', 'default', 'meaning'], rows);
}

/**
 * The fields of what a tool gives, an intersection of objects too: key, what it is, meaning.
 *
 * @param {unknown} jsonSchema what `z.toJSONSchema(schema)` gives
 */
export function resultTable(jsonSchema) {
  const schema = /** @type {Schema} */ (jsonSchema);
  const rows = (schema.allOf ?? [schema])
    .flatMap((part) => fieldsOf(part))
    .map((field) => [code(field.key), typeOf(field.schema), field.schema.description ?? '']);
  return table(['key', 'value', 'meaning'], rows);
}
