import { withoutControls } from '../../../shared/visible-text.js';

/** The longest text of a model that people read, in characters. */
const LONGEST = 600;

/** Words of a model on one line, without what acts on a terminal or turns text around. */
export function clean(words: string, limit = LONGEST): string {
  const line = withoutControls(words.replace(/[\r\n\t\v\f]+/g, ' ')).trim();
  return line.length > limit ? `${line.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}

/** The same, marked as what a model says and nobody has checked. */
export const quoted = (words: string, limit = LONGEST): string =>
  `model: “${clean(words, limit).replace(/[“”]/g, '"')}”`;
