import { literalText, type Token } from './c-lexer.js';

const SUFFIX = /(?:[uUlLzZ]|[wW][bB])+$/;
const CHARACTER = /^(?:u8|[uUL])?'(.*)'$/s;

/**
 * What a number, a character or a text of C stands for, the same for each spelling (C17, 6.4.4): `0x9`, `011`, `9u` and `'\t'` are 9. Null
 * for other tokens.
 */
export function literalValue({ kind, text }: Token): string | null {
  if (kind === 'string') return `"${literalText(text)}`;
  if (kind === 'number') return numberOf(text);
  if (kind !== 'char') return null;
  const inner = literalText(CHARACTER.exec(text)?.[1] ?? text);
  return [...inner].length === 1 ? String(inner.codePointAt(0)) : `'${inner}`;
}

/** Fractions and exponents as they are written. */
function numberOf(text: string): string {
  const digits = text.replaceAll("'", '').replace(/^(0x[\da-f]*)?/i, (hex) => hex.toLowerCase());
  const plain = digits.replace(SUFFIX, '');
  if (/^0[0-7]+$/.test(plain)) return BigInt(`0o${plain.slice(1)}`).toString();
  return /^(?:0x[\da-f]+|0b[01]+|\d+)$/i.test(plain) ? BigInt(plain).toString() : plain;
}
