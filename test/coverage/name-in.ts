/** What a line says before the name of a function that it declares. */
const DECLARED = /\bfunction\b\s*\*?\s*([\w$]+)/;
/** `name = (…`, `name: (…` and `name: Type = (…`, a function behind them. */
const ASSIGNED = /([\w$#]+)\??\s*(?::[^=>]*=(?!>)|=(?!>)|:)\s*(?:async\s*)?(?:<[^>]*>)?(?:\(|[\w$]+\s*=>)/;
const METHOD = /^\s*(?:(?:static|async|get|set|override|public|private|protected)\s+)*\*?(#?[\w$]+)\s*[(<]/;
/** Words that stand where a method has its name, and are none. */
const NO_METHODS = new Set(['if', 'for', 'while', 'switch', 'return', 'await', 'catch']);

/**
 * The name of the first function that a line of source text declares: the text gives it, because bundlers rename functions and shorten
 * names.
 *
 * @returns an empty text where it declares none by a name
 */
export function nameIn(line: string): string {
  const declared = DECLARED.exec(line)?.[1] ?? ASSIGNED.exec(line)?.[1];
  if (declared !== undefined) return declared;
  const method = /\{\s*$/.test(line) ? METHOD.exec(line)?.[1] : undefined;
  return method === undefined || NO_METHODS.has(method) ? '' : method;
}
