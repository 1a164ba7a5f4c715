import type { Draw } from '../draw.js';

const MOST_CHANGES = 4;
/** Longest piece that is lost, doubled or moved, bytes. */
const LONGEST = 300;
/** Texts that readers of numbers, marks and ends meet badly. */
const WORDS = [
  ...[
    '0',
    '-1',
    '4294967296',
    '1e999',
    'NaN',
    'null',
    'true',
    '{}',
    '[]',
    '""',
    "'",
    '"',
    '\\',
    '\0',
    '\r',
    '\n',
    '\t',
  ],
  ...[
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ud800',
    '&x;',
    '<![CDATA[',
    '-->',
    ']]>',
    '*a',
    '&a',
    '!!js',
    '---\n',
    '__proto__',
  ],
  ...['%s', '{{', '../', '[[[[[[[[', '((((((((', 'a'.repeat(2000)],
];

type Damage = (draw: Draw, bytes: Buffer) => Buffer;

const piece = (draw: Draw, bytes: Buffer): readonly [from: number, to: number] => {
  const from = draw.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + 1 + draw.below(LONGEST))];
};

const DAMAGES: readonly Damage[] = [
  function flipped(draw, bytes) {
    const at = draw.below(Math.max(1, bytes.length));
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << draw.below(8));
    return copy;
  },
  function overwritten(draw, bytes) {
    const [from, to] = piece(draw, bytes);
    return Buffer.from(bytes).fill(draw.pick([0, 0xff, 0x20, 0x0a, draw.below(256)]), from, to);
  },
  function lost(draw, bytes) {
    const [from, to] = piece(draw, bytes);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function doubled(draw, bytes) {
    const [from, to] = piece(draw, bytes);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  function moved(draw, bytes) {
    const [from, to] = piece(draw, bytes);
    const at = draw.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
  },
  function cutOff(draw, bytes) {
    return bytes.subarray(0, draw.below(bytes.length + 1));
  },
  function toldMore(draw, bytes) {
    const at = draw.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(draw.pick(WORDS)), bytes.subarray(at)]);
  },
];

/** A file to which one or several things happened. */
export const damaged = (draw: Draw, bytes: Buffer): Buffer =>
  Array.from({ length: 1 + draw.below(MOST_CHANGES) }).reduce<Buffer>(
    (now) => draw.pick(DAMAGES)(draw, now),
    bytes,
  );
