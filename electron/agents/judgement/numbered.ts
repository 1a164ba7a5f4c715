/** A line as a prompt shows it: number, bar, space, text. An empty one has no space. */
const NUMBERED = /^[ \t]*(\d+)\|(?: (.*))?$/s;

/** Lines with their numbers, the first being `first` (1-based). */
export const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => numberedLine(line.replace(/\r$/, ''), first + index)).join('\n');

const numberedLine = (line: string, number: number): string =>
  line === '' ? `${number}|` : `${number}| ${line}`;

interface Read {
  /** The text without its numbers. */
  text: string;
  /** The number of each line, null where it has none. */
  numbers: readonly (number | null)[];
}

function read(text: string): Read {
  const lines = text.split('\n').map((line) => {
    const found = NUMBERED.exec(line);
    return found ? { number: Number(found[1]), text: found[2] ?? '' } : { number: null, text: line };
  });
  // What follows the last line end is no line.
  const numbers = lines.map(({ number }) => number).slice(0, text.endsWith('\n') ? -1 : undefined);
  return { text: lines.map((line) => line.text).join('\n'), numbers };
}

interface Unnumbered {
  find: string;
  replace: string;
  /** Number of the line that the text to find begins in. */
  line: number;
}

/**
 * An edit whose text to find was copied with the numbers of its lines, without them. Null unless the numbers leave no doubt: they
 * follow each other (the first line may lack its own, because a text may begin within it), and the replacement has them in
 * every line or in none.
 */
export function withoutNumbers(find: string, replace: string): Unnumbered | null {
  const [before, after] = [read(find), read(replace)];
  const at = before.numbers.findIndex((number) => number !== null);
  if (at < 0 || at > 1) return null;
  const line = (before.numbers[at] ?? 0) - at;
  const follow = before.numbers.every((number, index) => index < at || number === line + index);
  const rest = after.numbers.slice(at);
  const all = rest.every((number) => number !== null);
  const none = after.numbers.every((number) => number === null);
  if (!follow || !(all || none)) return null;
  return { find: before.text, replace: after.text, line };
}

/** The number that the first line of a text would have, by the first line that has one; undefined where none has. */
export function firstNumber(text: string): number | undefined {
  const { numbers } = read(text);
  const at = numbers.findIndex((number) => number !== null);
  return at < 0 ? undefined : (numbers[at] ?? 0) - at;
}
