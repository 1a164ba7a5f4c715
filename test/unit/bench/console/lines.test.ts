import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readLines, readTexts, type TextLine } from '../../../../electron/bench/console/lines.js';

/** A capture of these segments, each at its offset. */
function capture(segments: readonly (readonly [at: number, bytes: Buffer])[]): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'benchloop-lines-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [at, bytes] of segments) {
    writeFileSync(path.join(dir, `${String(at).padStart(15, '0')}.raw`), bytes);
    writeFileSync(path.join(dir, `${String(at).padStart(15, '0')}.idx`), '');
  }
  return dir;
}

const told = ({ offset, next, ended, text }: TextLine): string =>
  `${offset} to ${next}, ${ended ? 'ended' : 'open'}: ${JSON.stringify(text)}`;

const PLAIN = `a line of some port ${'with much to say '.repeat(20)}\r\n`.repeat(3500);
const CONTENTS: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['ends of every kind', 'a\n\nb\r\n\r\r\nc\rd\r\n\n'],
  ['no end', `${PLAIN}the last`],
  ['other letters among plain ones', `${PLAIN}温度 21 °C\r\n${PLAIN}ü`],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from(PLAIN), Buffer.from([0xff, 0xc3, 10, 0xe2])])],
  [
    'lines longer than are kept, and than are read at a time',
    `${'x'.repeat(65_536)}\r\n${'y'.repeat(65_537)}\r\n${'z'.repeat(3_000_000)}\nend\n${'w'.repeat(2_000_000)}`,
  ],
];

describe('lines as text', () => {
  it.each(CONTENTS)('are the lines of the bytes, where there is %s', (_, content) => {
    const bytes = Buffer.from(content);
    const half = Math.floor(bytes.length / 2);
    const whole = capture([[0, bytes]]);
    // the oldest bytes were dropped
    const split = capture([
      [7, bytes.subarray(0, half)],
      [7 + half, bytes.subarray(half)],
    ]);
    for (const [folder, from] of [
      [whole, 0],
      [whole, 3],
      [split, 0],
    ] as const) {
      const wanted = [...readLines(folder, from)].map((line) =>
        told({ ...line, text: line.bytes.toString('utf8') }),
      );
      const read = [...readTexts(folder, from)].map(told);
      const differs = read.findIndex((line, i) => line !== wanted[i]);
      expect([read.length, read[differs]]).toEqual([wanted.length, wanted[differs]]);
    }
  });
});
