/** Characters that take two columns of a terminal (Unicode UAX 11, East Asian Width W and F). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const widthOf = (character: string): number => (WIDE.test(character) ? 2 : 1);

/** Columns that a text takes on a terminal. */
const columnsOf = (text: string): number => [...text].reduce((sum, one) => sum + widthOf(one), 0);

/** The text with blanks behind it, as wide as `columns` at least. */
export const padTo = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - columnsOf(text)));

/** As much of the text as fits into `columns`. */
export function cutTo(text: string, columns: number): string {
  let left = columns;
  let end = 0;
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
