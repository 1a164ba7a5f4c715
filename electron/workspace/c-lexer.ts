/**
 * A lexer for C, C++ and preprocessed assembly, exact enough to judge a patch: comments and strings are told
 * from code, line splices and trigraphs are undone first (C11 5.1.1.2), so that splitting a word hides nothing.
 */
export interface Token {
  kind: 'word' | 'number' | 'string' | 'char' | 'mark' | 'header';
  /** Strings without prefix and quotes; a header as `<x>`, `"x"`, or the macro that computes it. */
  text: string;
  /** Line of the first character, from 1. */
  line: number;
  /** Name of the directive that the token belongs to, or null; '' for the `#` itself. */
  directive: string | null;
}

const TRIGRAPHS: Record<string, string> = { '??=': '#', '??/': '\\' };
const SPLICE = /\\[ \t\f\v\r]*\n/y;

/** The text after phases 1 and 2 of translation, and the line that each character came from. */
function splice(source: string): { text: string; lines: number[] } {
  const out: string[] = [];
  const lines: number[] = [];
  let line = 1;
  const plain = source.replace(/\?\?[=/]/g, (t) => TRIGRAPHS[t] ?? t);
  for (let i = 0; i < plain.length; i++) {
    const char = plain[i] ?? '';
    if (char === '\\') {
      SPLICE.lastIndex = i;
      const found = SPLICE.exec(plain);
      if (found) {
        i += found[0].length - 1;
        line++;
        continue;
      }
    }
    out.push(char);
    lines.push(line);
    if (char === '\n') line++;
  }
  return { text: out.join(''), lines };
}

const LEXEME = new RegExp(
  [
    /(?<blank>[ \t\r\f\v]+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/,
    /(?<newline>\n)/,
    /(?<raw>(?:u8|[uUL])?R"(?<delimiter>[^()\\\s"]{0,16})\([\s\S]*?(?:\)\k<delimiter>"|$))/,
    /(?<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"?)/,
    /(?<char>(?:u8|[uUL])?'(?:\\.|[^'\\\n])*'?)/,
    /(?<word>[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)/,
    /(?<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)/,
    /(?<mark><%|%>|<:|:>|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||[-+*/%&|^]=|##|%:|[\s\S])/,
  ]
    .map((part) => part.source)
    .join('|'),
  'y',
);
const HEADER = /(?:[ \t]|\/\*[^\n]*?\*\/)*(<[^>\n]*>|"[^"\n]*"|[^\n]*)/y;
const TAKES_HEADER = new Set(['include', 'include_next', 'import', 'embed']);

/** Other spellings of marks (C17, 6.4.6). */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['<%', '{'],
  ['%>', '}'],
  ['<:', '['],
  [':>', ']'],
]);

const KINDS = ['word', 'number', 'char', 'mark'] as const;
const unquote = (text: string): string => text.replace(/^[^"]*"/, '').replace(/"$/, '');

interface Cursor {
  at: number;
  /** Nothing but blanks since the line began. */
  fresh: boolean;
  directive: string | null;
}

function classify(groups: Record<string, string | undefined>): Pick<Token, 'kind' | 'text'> | null {
  if (groups.raw !== undefined) return { kind: 'string', text: groups.raw };
  if (groups.string !== undefined) return { kind: 'string', text: unquote(groups.string) };
  for (const kind of KINDS) {
    const text = groups[kind];
    if (text !== undefined) return { kind, text: DIGRAPHS.get(text) ?? text };
  }
  return null;
}

/** Follows `#`, the directive's name and, for #include and its like, the header. */
function advance(cursor: Cursor, found: Pick<Token, 'kind' | 'text'>, code: string): string | null {
  const begins = cursor.fresh && (found.text === '#' || found.text === '%:');
  cursor.fresh = false;
  if (begins) cursor.directive = '';
  else if (cursor.directive === '' && found.kind === 'word') {
    cursor.directive = found.text;
    if (!TAKES_HEADER.has(found.text)) return null;
    HEADER.lastIndex = cursor.at;
    const header = HEADER.exec(code);
    cursor.at = HEADER.lastIndex;
    return header?.[1] ?? '';
  }
  return null;
}

/** All tokens of a source text in order; comments and blanks are left out. */
export function lex(source: string): Token[] {
  const { text: code, lines } = splice(source);
  const tokens: Token[] = [];
  const cursor: Cursor = { at: 0, fresh: true, directive: null };
  while (cursor.at < code.length) {
    const line = lines[cursor.at] ?? 0;
    LEXEME.lastIndex = cursor.at;
    const groups = LEXEME.exec(code)?.groups ?? {};
    cursor.at = Math.max(LEXEME.lastIndex, cursor.at + 1);
    if (groups.newline !== undefined) Object.assign(cursor, { fresh: true, directive: null });
    const found = classify(groups);
    if (!found) continue;
    const header = advance(cursor, found, code);
    tokens.push({ ...found, line, directive: cursor.directive });
    if (header !== null)
      tokens.push({ kind: 'header', text: header.trim(), line, directive: cursor.directive });
  }
  return tokens;
}

/** The function around each line, by name: braces are counted outside of directives. */
export function enclosingFunctions(tokens: readonly Token[]): { name: string; from: number; to: number }[] {
  const spans: { name: string; from: number; to: number }[] = [];
  let [depth, candidate]: [number, Token | null] = [0, null];
  let open: { name: string; from: number } | null = null;
  for (const [i, token] of tokens.entries()) {
    if (token.directive !== null) continue;
    if (depth === 0 && token.kind === 'word' && tokens[i + 1]?.text === '(') candidate = token;
    if (depth === 0 && token.text === ';') candidate = null;
    if (token.kind !== 'mark') continue;
    const linkage = tokens[i - 1]?.text === 'C' && tokens[i - 2]?.text === 'extern';
    if (token.text === '{' && linkage) continue;
    if (token.text === '{' && depth++ === 0 && candidate)
      open = { name: candidate.text, from: candidate.line };
    if (token.text === '}' && depth > 0 && --depth === 0 && open) {
      spans.push({ ...open, to: token.line });
      [open, candidate] = [null, null];
    }
  }
  return spans;
}

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
