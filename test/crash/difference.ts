/** Null where the outcome is the expected one; otherwise what differs, after the place of the kill. */
export function difference<O extends object>(place: string, expected: O, actual: O): string | null {
  const keys = Object.keys(expected) as (keyof O & string)[];
  const differing = keys.filter((key) => JSON.stringify(expected[key]) !== JSON.stringify(actual[key]));
  if (differing.length === 0) return null;
  const words = differing.map((key) => {
    const [is, was] = [actual[key], expected[key]];
    if (!Array.isArray(is) || !Array.isArray(was))
      return `${key}: ${JSON.stringify(is)} instead of ${JSON.stringify(was)}`;
    const at = is.findIndex((item, i) => item !== was[i]);
    return `${key}, from its place ${at}: ${is.slice(at)} instead of ${was.slice(at)}`;
  });
  return `killed ${place}: ${words.join('; ')}`;
}
