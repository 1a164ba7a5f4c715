/** A text in quotes that is the first argument of `it` or `test`, or of what one of their methods gave: `it.each(…)('…', …)`. */
const TITLE = /(?:\b(?:it|test)(?:\.\w+)*|\))\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** Titles of the tests of a file, as its source writes them: of a title with places, the template. */
export const titlesIn = (source: string): Set<string> =>
  new Set([...source.matchAll(TITLE)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1')));
