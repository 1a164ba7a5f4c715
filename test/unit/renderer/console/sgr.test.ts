import { describe, expect, it } from 'vitest';
import { inkedPieces, withoutSgr } from '../../../../renderer/console/sgr.js';

const ESC = '\u001b';
/** `[classes|text]` for what is coloured, `«text»` for what is shown as a symbol. */
const shown = (line: string): string =>
  inkedPieces(line)
    .map(({ text, hidden, classes }) => (hidden ? `«${text}»` : classes ? `[${classes}|${text}]` : text))
    .join('');

describe('the colours of a console line', () => {
  it.each([
    ['red', '[31mred[0m plain', '[sgr-red|red] plain'],
    ['bright', '[92mok[39m.', '[sgr-bright-green|ok].'],
    ['no number for a reset', '[31mred[m plain', '[sgr-red|red] plain'],
    ['a ground', '[37;41mfatal[49m!', '[sgr-white paper-red|fatal][sgr-white|!]'],
    ['a bright ground as the tint', '[103mx', '[paper-yellow|x]'],
    ['weight and line', '[1;4mhead[22m x[24m', '[sgr-bold sgr-underline|head][sgr-underline| x]'],
    ['reverse video', '[7;32mx[27my', '[sgr-green sgr-inverse|x][sgr-green|y]'],
    ['one of the first 16 of 256', '[38;5;9mx', '[sgr-bright-red|x]'],
    [
      'the nearest of 256',
      '[38;5;196mx[38;5;21my[38;5;244mz',
      '[sgr-bright-red|x][sgr-blue|y][sgr-bright-black|z]',
    ],
    ['a ground of 256', '[48;5;22mx', '[paper-black|x]'],
    ['the nearest of 16 million', '[38;2;250;10;5mx', '[sgr-bright-red|x]'],
    ['what it does not know', '[123mx', 'x'],
  ])('takes %s', (_name, line, expected) => {
    expect(shown(line.replaceAll('[', `${ESC}[`))).toBe(expected);
  });

  it('hides nothing, whatever firmware conceals', () => {
    expect(shown(`${ESC}[8msecret${ESC}[28m`)).toBe('secret');
    expect(shown(`${ESC}[30;40mdark`)).toBe('[sgr-black paper-black|dark]');
  });

  it('shows every other escape sequence, coloured text around it or not', () => {
    expect(shown(`${ESC}[2J${ESC}[31ma${ESC}]0;owned\u0007b${ESC}[1;1Hc`)).toBe(
      '«<ESC>[2J»[sgr-red|a]«<ESC>»[sgr-red|]0;owned]«<BEL>»[sgr-red|b]«<ESC>[1;1H»[sgr-red|c]',
    );
    expect(shown(`${ESC}[38:5:1mx`)).toBe('«<ESC>[38:5:1m»x');
    expect(shown('\u009b31mx')).toBe('«<U+009B>»31mx');
  });

  it('gives every piece its place in the line', () => {
    expect(inkedPieces(`a${ESC}[31mb\rc`).map(({ at }) => at)).toEqual([0, 6, 7, 8]);
  });

  it('takes a weight away that was set twice', () => {
    expect(shown(`${ESC}[1m${ESC}[1mx${ESC}[22my`)).toBe('[sgr-bold|x]y');
  });

  it('obeys so many of one line, and shows the others', () => {
    const line = `${ESC}[1m`.repeat(5000);
    expect(inkedPieces(`${line}x`).filter(({ hidden }) => hidden)).toHaveLength(4000);
  });

  it('leaves a line without its colours, but not without what else is in it', () => {
    expect(withoutSgr(`${ESC}[1;31mx${ESC}[0m${ESC}[2Jy`)).toBe(`x${ESC}[2Jy`);
  });
});
