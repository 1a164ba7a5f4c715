import { withoutEscapes } from '../results/escapes.js';

/** A number in a line of output, with the name under which it is drawn. */
export interface Sample {
  name: string;
  value: number;
}

const NUMBER = '[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?';
const NAMED = new RegExp(`([A-Za-z_][\\w.\\-/]*)\\s*[:=]\\s*(${NUMBER})(?![\\w.])`, 'g');
const ROW = new RegExp(`^\\s*${NUMBER}(?:\\s*[,;\\t]\\s*${NUMBER})*\\s*$`);
const SEPARATOR = /[,;\t]/;
/** More would be no plot, and lines of untrusted output may be long. */
const MOST = 32;
const LONGEST = 4096;

/**
 * The numbers of one line: `name:value` and `name=value` wherever they stand in it, or a row of numbers separated by
 * comma, semicolon or tab, which are called `1`, `2`, …; none for any other line.
 */
export function samplesOf(said: string): Sample[] {
  if (said.length > LONGEST) return [];
  const line = withoutEscapes(said);
  if (ROW.test(line))
    return line
      .split(SEPARATOR)
      .slice(0, MOST)
      .map((text, index) => ({ name: String(index + 1), value: Number(text) }));
  return [...line.matchAll(NAMED)]
    .slice(0, MOST)
    .map(([, name = '', value = '']) => ({ name, value: Number(value) }));
}
