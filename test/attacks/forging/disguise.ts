import type { Draw } from '../draw.js';

/** Other spellings of one program: what C reads is the same (C17, 5.1.1.2, 6.4.4.4, 6.4.6). */
type Disguise = (draw: Draw, code: string) => string;

const STRING = /"(?:\\.|[^"\\\n])*"/g;
const octal = (char: string): string => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`;
/** A hexadecimal escape goes on as long as digits follow: the literal ends behind it. */
const hexadecimal = (char: string): string => `\\x${char.charCodeAt(0).toString(16)}""`;

/** Directives take neither line breaks nor texts in pieces. */
const isDirective = (line: string): boolean => /^\s*#/.test(line);

const inLines =
  (change: (line: string) => string) =>
  (code: string): string =>
    code
      .split('\n')
      .map((line) => (isDirective(line) ? line : change(line)))
      .join('\n');

/** Some place of a literal, not within an escape. */
const charsOf = (literal: string): string[] =>
  literal.slice(1, -1).match(/\\x[0-9a-f]+|\\[0-7]{1,3}|\\.|[\s\S]/g) ?? [];

const someChars = (draw: Draw, literal: string, change: (char: string) => string): string => {
  const chars = charsOf(literal).map((char) =>
    char.length === 1 && char !== '%' && draw.isSo(0.4) ? change(char) : char,
  );
  return `"${chars.join('')}"`;
};

const escaped: Disguise = (draw, code) => {
  const change = draw.pick([octal, hexadecimal]);
  // an assembler's text and a header are one literal
  return inLines((line) => line.replace(STRING, (text) => someChars(draw, text, change)))(code);
};

const inPieces: Disguise = (draw, code) =>
  inLines((line) => line.replace(STRING, (text) => someChars(draw, text, (char) => `${char}" "`)))(code);

/** A place within a word of the code, outside of texts. */
const words = (draw: Draw, code: string, change: (word: string) => string, probability: number): string =>
  inLines((line) =>
    line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\b[A-Za-z_]\w+\b/g, (text) =>
      /^\w/.test(text) && draw.isSo(probability) ? change(text) : text,
    ),
  )(code);

const cut = (draw: Draw, word: string): readonly [string, string] => {
  const at = 1 + draw.below(word.length - 1);
  return [word.slice(0, at), word.slice(at)];
};

const spliced: Disguise = (draw, code) => words(draw, code, (word) => cut(draw, word).join('\\\n'), 0.4);
const commented: Disguise = (draw, code) => words(draw, code, (word) => `/* " */${word}/**/`, 0.4);
const spaced: Disguise = (draw, code) => words(draw, code, (word) => `${word}\t `, 0.4);
const digraphs: Disguise = (_, code) =>
  inLines((line) =>
    line.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]/g, (text) =>
      text === '{' ? '<%' : text === '}' ? '%>' : text,
    ),
  )(code);

/** In an order in which none spoils what another one made: a quote in a comment, or a word that is cut. */
const DISGUISES: readonly Disguise[] = [escaped, inPieces, digraphs, spaced, commented, spliced];

/** A program in other spellings, none, one or several of them. */
export const disguised = (draw: Draw, code: string): string =>
  DISGUISES.filter(() => draw.isSo(0.25)).reduce((text, disguise) => disguise(draw, text), code);
