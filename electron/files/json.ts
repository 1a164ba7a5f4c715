/** A JSON text of whoever it comes from; undefined where it is none: the schema that reads it says so in its own words. */
export function jsonOf(content: string | Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    return undefined;
  }
}
