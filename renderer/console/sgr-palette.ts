/** The 16 colours of a terminal, with the values of xterm's defaults (XTerm-col.ad), by which others find the nearest. */
const BASE: readonly (readonly [name: string, red: number, green: number, blue: number])[] = [
  ['black', 0, 0, 0],
  ['red', 205, 0, 0],
  ['green', 0, 205, 0],
  ['yellow', 205, 205, 0],
  ['blue', 0, 0, 238],
  ['magenta', 205, 0, 205],
  ['cyan', 0, 205, 205],
  ['white', 229, 229, 229],
  ['bright-black', 127, 127, 127],
  ['bright-red', 255, 0, 0],
  ['bright-green', 0, 255, 0],
  ['bright-yellow', 255, 255, 0],
  ['bright-blue', 92, 92, 255],
  ['bright-magenta', 255, 0, 255],
  ['bright-cyan', 0, 255, 255],
  ['bright-white', 255, 255, 255],
];

/** Steps of the colour cube of 256-colour terminals. */
const LEVELS = [0, 95, 135, 175, 215, 255];
type Rgb = readonly [red: number, green: number, blue: number];

/** Class of a text colour as Anser names it; '' for the default. */
export function inkOf(named: string | null, rgb: string | null): string {
  const name = baseOf(named, rgb);
  return name && `sgr-${name}`;
}

/** Class of a background; a tint on which every text colour can be read, so bright ones are the same. */
export function paperOf(named: string | null, rgb: string | null): string {
  const name = baseOf(named, rgb).replace('bright-', '');
  return name && `paper-${name}`;
}

/** @param named `ansi-red`, `ansi-bright-red`, `ansi-palette-208`, `ansi-truecolor` (then `rgb` is `r, g, b`) */
function baseOf(named: string | null, rgb: string | null): string {
  const name = named?.replace('ansi-', '') ?? '';
  if (name === 'truecolor') return nearest(numbersOf(rgb ?? ''));
  const [, index] = /^palette-(\d+)$/.exec(name) ?? [];
  return index === undefined ? name : nearest(paletteColour(Number(index)));
}

function numbersOf(rgb: string): Rgb {
  const [red = 0, green = 0, blue = 0] = rgb.split(',').map(Number);
  return [red, green, blue];
}

/** Colours 16 to 231 are a cube, 232 to 255 greys (XTerm Control Sequences, "ISO-8613-6 colors"). */
function paletteColour(index: number): Rgb {
  const grey = 8 + 10 * (index - 232);
  if (index >= 232) return [grey, grey, grey];
  const level = (step: number): number => LEVELS[Math.floor((index - 16) / step) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}

function nearest([red, green, blue]: Rgb): string {
  const away = BASE.map(([, r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return BASE[away.indexOf(Math.min(...away))]?.[0] ?? '';
}
