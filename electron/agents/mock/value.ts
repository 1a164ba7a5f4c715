import * as z from 'zod';

/** What is read of a JSON schema as `z.toJSONSchema` writes it. */
const SchemaSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
});
type Schema = z.infer<typeof SchemaSchema>;

/** Deeper schemas are recursive ones: they end here. */
const DEEPEST = 12;

/**
 * A value of the schema, the same each time: the first of several, the largest number, the shortest list, and `name` for a text.
 */
export function madeUp(schema: unknown, name: string, depth = 0): unknown {
  const parsed = SchemaSchema.safeParse(schema);
  if (!parsed.success || depth > DEEPEST) return null;
  const { data } = parsed;
  if (data.const !== undefined) return data.const;
  if (data.enum) return data.enum[0];
  const variants = data.anyOf ?? data.oneOf;
  if (variants) return madeUp(variants[0], name, depth + 1);
  return byType(data, name, depth);
}

function byType(schema: Schema, name: string, depth: number): unknown {
  const { properties = {}, items, minItems = 0, minimum, maximum } = schema;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [key, madeUp(field, `mock: ${key}`, depth + 1)]),
      );
    case 'array':
      return Array.from({ length: minItems }, () => madeUp(items, name, depth + 1));
    case 'number':
    case 'integer':
      return maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : (minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return `mock: ${name}`.replace(/^mock: mock: /, 'mock: ').padEnd(schema.minLength ?? 0, '.');
    default:
      return null;
  }
}
