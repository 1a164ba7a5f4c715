/** One word of any kind, and the rest of a command, none included. */
const [ANY, REST] = ['*', '**'];

/** Whether a command is one that a person allowed: word for word, `*` for one word, `**` at the end for the rest. */
export const isAllowed = (allowed: readonly (readonly string[])[], argv: readonly string[]): boolean =>
  allowed.some((pattern) => matches(pattern, argv));

function matches(pattern: readonly string[], argv: readonly string[]): boolean {
  const words = pattern.at(-1) === REST ? pattern.slice(0, -1) : pattern;
  const isLong = words === pattern ? argv.length === words.length : argv.length >= words.length;
  return isLong && words.every((word, at) => word === ANY || word === argv[at]);
}
