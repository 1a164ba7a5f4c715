import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const styles = path.join(import.meta.dirname, '../../../renderer/styles');
const tokens = readFileSync(path.join(styles, 'tokens.css'), 'utf8');

type Theme = 'light' | 'dark';
const THEMES: readonly Theme[] = ['light', 'dark'];

/** `--name: light-dark(#light, #dark);` of the style sheet. */
const colours = new Map(
  [...tokens.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

function luminance(name: string, theme: Theme): number {
  const colour = colours.get(name);
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour[theme].slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.1, "contrast ratio". */
function contrast(one: string, other: string, theme: Theme): number {
  const [low = 0, high = 0] = [luminance(one, theme), luminance(other, theme)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Grounds on which anything may stand. */
const GROUNDS = ['ground', 'raised', 'sunk'];
/** Text, and what it stands on somewhere in the style sheets (1.4.3: 4.5 : 1). */
const TEXT: readonly (readonly [text: string, grounds: readonly string[]])[] = [
  ['text', [...GROUNDS, 'accent-ground', 'warn-ground', 'bad-ground', 'good-ground']],
  ['quiet', [...GROUNDS, 'accent-ground', 'warn-ground', 'bad-ground', 'good-ground']],
  ['accent', [...GROUNDS, 'accent-ground']],
  ['good', [...GROUNDS, 'accent-ground', 'good-ground']],
  ['bad', [...GROUNDS, 'accent-ground', 'bad-ground']],
  ['warn', [...GROUNDS, 'accent-ground', 'warn-ground']],
  ['on-accent', ['accent']],
  ['ground', ['text']],
];
/** What a console may print in, and on. */
const INKS = [...colours.keys()].filter((name) => name.startsWith('sgr-'));
const PAPERS = [...colours.keys()].filter((name) => name.startsWith('paper-'));
const CONSOLE: typeof TEXT = INKS.map((ink) => [ink, [...GROUNDS, 'accent-ground', ...PAPERS]]);
/** Borders of controls, arrows, marks of focus (1.4.11: 3 : 1). */
const GRAPHICS: typeof TEXT = [
  ['edge', GROUNDS],
  ['accent', [...GROUNDS, 'accent-ground']],
  ['text', GROUNDS],
  ['on-accent', ['accent']],
  ['warn', [...GROUNDS, 'warn-ground']],
  ['bad', [...GROUNDS, 'bad-ground']],
];

const pairs = (table: typeof TEXT) =>
  table.flatMap(([front, grounds]) =>
    grounds.flatMap((ground) => THEMES.map((theme) => ({ front, ground, theme }))),
  );

describe('the colours of the window', () => {
  it('are computed as WCAG does', () => {
    expect(colours.size).toBeGreaterThanOrEqual(16);
    expect(contrast('on-accent', 'on-accent', 'light')).toBe(1);
    expect(contrast('raised', 'raised', 'dark')).toBe(1);
  });

  it.each(pairs([...TEXT, ...CONSOLE, ['text', PAPERS]]))(
    'let $front be read on $ground ($theme)',
    ({ front, ground, theme }) => {
      expect(contrast(front, ground, theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(pairs(GRAPHICS))('let $front be seen on $ground ($theme)', ({ front, ground, theme }) => {
    expect(contrast(front, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});
