import { describe, expect, it } from 'vitest';
import { linesOf, visible, visibleJson, visibleName, visiblePieces } from '../../../shared/visible-text.js';

const shown = (line: string): string =>
  visiblePieces(line)
    .map(({ text, hidden }) => (hidden ? `«${text}»` : text))
    .join('');

describe('visiblePieces', () => {
  it('leaves text as it is, in any script, with tabs', () => {
    expect(visiblePieces('a\tβ 中文 é')).toEqual([{ at: 0, text: 'a\tβ 中文 é', hidden: false }]);
  });

  it.each([
    ['a colour', '\u001b[31mred\u001b[0m', '«<ESC>[31m»red«<ESC>[0m»'],
    ['a title', '\u001b]0;gotcha\u0007', '«<ESC>»]0;gotcha«<BEL>»'],
    ['a link', '\u001b]8;;http://x\u001b\\y', '«<ESC>»]8;;http://x«<ESC>»\\y'],
    ['a carriage return', 'safe\rgone', 'safe«<CR>»gone'],
    ['a C1 control', 'a\u009b2J', 'a«<U+009B>»2J'],
    ['reversed text', 'if (\u202eevil\u202c)', 'if («<U+202E>»evil«<U+202C>»)'],
    ['an invisible space', 'a\u200bb', 'a«<U+200B>»b'],
    ['a tag character', 'a\u{e0041}b', 'a«<U+E0041>»b'],
  ])('shows %s as a symbol', (_name, line, expected) => {
    expect(shown(line)).toBe(expected);
  });
});

describe('linesOf', () => {
  it('takes LF and CRLF for line ends, and keeps a last line without one', () => {
    expect(linesOf('a\r\nb\n\nc')).toEqual(['a', 'b', '', 'c']);
    expect(linesOf('a\n')).toEqual(['a']);
    expect(linesOf('')).toEqual([]);
  });
});

describe('text for a terminal', () => {
  it('keeps its lines and shows what would act on the terminal', () => {
    const osc = '\u001b]0;owned\u0007';
    expect(visible(`a\tb\r\n${osc}\u001b[2Jc\u202ed\n`)).toBe('a\tb\n<ESC>]0;owned<BEL><ESC>[2Jc<U+202E>d\n');
  });
});

describe('a name within a sentence', () => {
  it('stays on its line, whatever is in it', () => {
    expect(visibleName('/a\nb\r\u001b[2J/c d')).toBe('/a<LF>b<CR><ESC>[2J/c d');
  });

  it('is as it is where all of it can be seen', () => {
    expect(visibleName('/home of/ü 固件')).toBe('/home of/ü 固件');
  });
});

describe('JSON for a terminal', () => {
  it('escapes what would act on it, and reads as the same text', () => {
    const text = 'a\u202eb\u009bc\u{e0041}d\u001b[31me\u007f';
    const shown = visibleJson({ text });
    expect(shown).toMatch(/^[ -~]+$/);
    expect(JSON.parse(shown)).toEqual({ text });
  });

  it('leaves what can be seen as it is', () => {
    expect(visibleJson({ text: '固件 "é"' })).toBe('{"text":"固件 \\"é\\""}');
  });
});
