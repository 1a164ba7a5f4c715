const SIMPLE: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+)|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))/g;

/** A character of a byte: of a larger number its lower eight bits, as compilers take it. */
const byte = (digits: string, radix: number): string =>
  String.fromCharCode(Number.parseInt(digits.slice(-8), radix) & 0xff);

function codePoint(digits: string): string {
  const code = Number.parseInt(digits, 16);
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** What a string literal of C stands for, from its text without quotes (C17, 6.4.4.4). A raw string of C++ has no escapes. */
export function literalText(text: string): string {
  if (/^(?:u8|[uUL])?R"/.test(text)) return text;
  return text.replace(
    ESCAPE,
    (_, octal?: string, hex?: string, short?: string, long?: string, simple = '') => {
      if (octal !== undefined) return byte(octal, 8);
      if (hex !== undefined) return byte(hex, 16);
      if (short !== undefined || long !== undefined) return codePoint(short ?? long ?? '');
      return SIMPLE[simple] ?? simple;
    },
  );
}
