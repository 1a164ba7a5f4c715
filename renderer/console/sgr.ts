import Anser from 'anser';
import { type Piece, visiblePieces } from '../../shared/visible-text.js';
import { inkOf, paperOf } from './sgr-palette.js';

/** A piece of a console line, and the classes of its colours and weights; '' where it has none. */
export interface InkedPiece extends Piece {
  classes: string;
}

/** Select graphic rendition (ECMA-48, 8.3.117), in the form that firmware uses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const SGR = /\u001b\[([\d;]*m)/g;

/** What a console shows of the decorations. Nothing hides text: what firmware conceals (8) is read all the same. */
const MARKS = {
  bold: 'sgr-bold',
  dim: 'sgr-dim',
  italic: 'sgr-italic',
  underline: 'sgr-underline',
  reverse: 'sgr-inverse',
  strikethrough: 'sgr-strike',
} as const;

/** Sequences of one line that are obeyed; those behind them are shown, so that no line takes long. */
const MOST_SEQUENCES = 1000;

/** A line without its colours; every other escape sequence stays in it. */
export const withoutSgr = (line: string): string => line.replace(SGR, '');

/**
 * Splits a console line: SGR sequences become classes, everything else that cannot be seen becomes a symbol. Each line
 * begins without colours, so that one that was cut off dyes nothing but itself.
 */
export function inkedPieces(line: string): InkedPiece[] {
  const anser = new Anser();
  const pieces: InkedPiece[] = [];
  let classes = '';
  let from = 0;
  const add = (to: number): void => {
    for (const piece of visiblePieces(line.slice(from, to)))
      pieces.push({ ...piece, at: from + piece.at, classes });
  };
  for (const { index, 0: sequence, 1: parameters = '' } of [...line.matchAll(SGR)].slice(0, MOST_SEQUENCES)) {
    add(index);
    const style = anser.processChunkJson(parameters, { use_classes: true }, true);
    // It is Anser's own list: a weight that was set twice would have to be taken away twice.
    style.decorations.splice(0, Number.POSITIVE_INFINITY, ...new Set(style.decorations));
    classes = classesOf(style);
    from = index + sequence.length;
  }
  add(line.length);
  return pieces;
}

function classesOf({ fg, bg, fg_truecolor, bg_truecolor, decorations }: Anser.AnserJsonEntry): string {
  const marks = Object.entries(MARKS).flatMap(([name, mark]) =>
    decorations.some((known) => known === name) ? [mark] : [],
  );
  return [inkOf(fg, fg_truecolor), paperOf(bg, bg_truecolor), ...marks].filter(Boolean).join(' ');
}
