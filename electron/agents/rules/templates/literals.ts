/** An integer literal as it was written. */
export interface Literal {
  value: number;
  hex: boolean;
  digits: number;
  suffix: string;
}

/** Reads an integer literal (ISO C 6.4.4.1) with the sign that the grammar counts to it; null for floating ones. */
export function parseLiteral(text: string): Literal | null {
  const match = /^(-?)(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$/.exec(text);
  if (!match) return null;
  const body = match[2] ?? '';
  const sign = match[1] === '-' ? -1 : 1;
  const hex = /^0x/i.test(body);
  const octal = /^0[0-7]+$/.test(body);
  return {
    value: sign * (octal ? Number.parseInt(body, 8) : Number(body)),
    hex,
    digits: hex ? body.length - 2 : 0,
    suffix: match[3] ?? '',
  };
}

/** A value in the base, width and suffix of another literal. */
export function written(value: number, like: Literal): string {
  const body = like.hex ? `0x${value.toString(16).toUpperCase().padStart(like.digits, '0')}` : String(value);
  return body + like.suffix;
}

/** Neighbouring values with how likely each is. */
export function neighbours(literal: Literal): [number, number][] {
  const { value, hex, digits } = literal;
  const out: [number, number][] = [
    [value + 1, 1],
    [value - 1, 1],
  ];
  if (value < 0) return [...out, [-value, 0.8], [0, 0.5], [value * 2, 0.4], [Math.trunc(value / 2), 0.4]];
  if (value === 0) out.push([1, 1], [2, 0.3], [-1, 0.6]);
  if (value === 1) out.push([0, 1], [2, 0.8], [-1, 0.6]);
  if (value > 1)
    out.push(
      [value * 2, 0.7],
      [Math.floor(value / 2), 0.7],
      [0, 0.4],
      [1, 0.4],
      [value * 10, 0.3],
      [value / 10, 0.3],
      [value + 2, 0.25],
      [value - 2, 0.25],
    );
  if (value >= 3 && !Number.isInteger(Math.log2(value)))
    out.push([2 ** Math.ceil(Math.log2(value)), 0.5], [2 ** Math.floor(Math.log2(value)), 0.4]);
  if (value >= 4 && value <= 64)
    out.push([8, 0.35], [16, 0.35], [24, 0.3], [32, 0.3], [7, 0.3], [31, 0.2], [4, 0.2]);
  if (hex) out.push(...maskNeighbours(value, digits));
  out.push(...transposed(literal));
  return out.filter(([v]) => Number.isSafeInteger(v) && v !== value && v >= (hex ? 0 : -1));
}

/** Two neighbouring digits in the other order. */
function transposed({ value, hex, digits }: Literal): [number, number][] {
  const text = value.toString(hex ? 16 : 10).padStart(digits, '0');
  return Array.from({ length: text.length - 1 }, (_, i) => {
    const swapped = `${text.slice(0, i)}${text[i + 1]}${text[i]}${text.slice(i + 2)}`;
    return [Number.parseInt(swapped, hex ? 16 : 10), 0.35];
  });
}

/** Masks of all ones, one bit more or less, shifted by bits or nibbles, complemented within their width. */
function maskNeighbours(value: number, digits: number): [number, number][] {
  const full = 16 ** digits - 1;
  const out: [number, number][] = [
    [full, 0.6],
    [full - value, 0.4],
    [value * 16, 0.3],
    [Math.floor(value / 16), 0.4],
    [0x7f, 0.3],
    [0x80, 0.3],
    [0xff, 0.4],
    [0x0f, 0.4],
    [0xf0, 0.3],
  ];
  const width = Math.min(32, digits * 4);
  if (Number.isInteger(Math.log2(value))) out.push([(full + 1) / 2, 0.9], [value * 16, 0.5]);
  for (let bit = 0; bit < width; bit += 1) {
    const flag = 2 ** bit;
    out.push([Math.floor(value / flag) % 2 === 1 ? value - flag : value + flag, 0.25]);
  }
  return out;
}
