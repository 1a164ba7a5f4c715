import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCapture } from '../../../../electron/bench/console/capture.js';
import { type Export, exportCaptures } from '../../../../electron/bench/console/export.js';
import { inEnglish } from '../../../../shared/texts/words.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-export-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A capture with these lines, each at its time: ms since 1970, long before this computer was started. */
async function said(port: string, lines: readonly (readonly [ms: number, text: string])[]) {
  const folder = path.join(dir, port);
  const bounds = { capBytes: 1 << 30, segmentBytes: 1 << 20 };
  const opened = await openCapture({ folder, ...bounds, onStored: () => {}, onMark: () => {} });
  if (!opened.ok) throw new Error(inEnglish(opened.error.message));
  for (const [wallMs, text] of lines) opened.value.append(Buffer.from(text), { monotonicNs: 1n, wallMs });
  await opened.value.close();
  return { port, folder };
}

async function written(wanted: Pick<Export, 'captures' | 'format'> & Partial<Export>): Promise<string> {
  const file = path.join(dir, 'out');
  const done = await exportCaptures({ filter: { include: [], exclude: [] }, file, ...wanted });
  if (!done.ok) throw new Error(inEnglish(done.error.message));
  return readFileSync(file, 'utf8');
}

describe('the file of several ports', () => {
  it('has their lines in the order in which they came, each with its time and its port', async () => {
    const a = await said('/dev/a', [
      [1, 'one\r\n'],
      [3, 'three\n'],
      [4, 'no end'],
    ]);
    const b = await said('COM7', [
      [2, 'two\n'],
      [4, 'four\u001b[0m\n'],
    ]);
    expect(await written({ captures: [a, b], format: 'text' })).toBe(
      [
        '1970-01-01T00:00:00.001Z /dev/a one',
        '1970-01-01T00:00:00.002Z COM7 two',
        '1970-01-01T00:00:00.003Z /dev/a three',
        '1970-01-01T00:00:00.004Z /dev/a no end',
        '1970-01-01T00:00:00.004Z COM7 four<ESC>[0m\n',
      ].join('\n'),
    );
    expect(await written({ captures: [b, a], format: 'csv' })).toContain(
      'time,port,offset,text\r\n1970-01-01T00:00:00.001Z,"/dev/a",0,"one"\r\n',
    );
  });

  it('has only lines that the filter lets through, out of more than are judged at a time', async () => {
    const many = Array.from({ length: 40_000 }, (_, i) => [i, `line ${i}\n`] as const);
    const captures = [await said('a', many), await said('b', [[100, 'line 9 of b\n']])];
    const filter = { include: ['^line 3999\\d$', 'b$'], exclude: ['8$'] };
    expect((await written({ captures, filter, format: 'plain' })).split('\n')).toEqual([
      'b line 9 of b',
      ...[0, 1, 2, 3, 4, 5, 6, 7, 9].map((i) => `a line 3999${i}`),
      '',
    ]);
  });

  it('tells how far it is, also past lines that the filter keeps back, in bytes of the captures', async () => {
    const line = `${'x'.repeat(100)}\n`;
    const many = Array.from({ length: 20_000 }, (_, i) => [i, line] as const);
    const captures = [await said('a', many), await said('b', [[1, 'no end']])];
    for (const format of ['plain', 'raw'] as const) {
      const read: number[] = [];
      const filter = { include: ['^y'], exclude: [] };
      const done = await exportCaptures({ captures, format, filter, file: path.join(dir, 'out') }, (bytes) =>
        read.push(bytes),
      );
      expect(done.ok).toBe(true);
      expect(read.length).toBeGreaterThan(2);
      expect(read.reduce((sum, bytes) => sum + bytes)).toBe(20_000 * line.length + 'no end'.length);
    }
  });

  it('is refused where an expression is none, or takes for ever', async () => {
    const captures = [await said('a', [[1, `${'a'.repeat(64)}!\n`]])];
    const wanted = { captures, format: 'text', file: path.join(dir, 'out') } as const;
    const wrong = await exportCaptures({ ...wanted, filter: { include: ['('], exclude: [] } });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'USAGE', where: '(' } });
    const slow = await exportCaptures({ ...wanted, filter: { include: ['^(a+)+$'], exclude: [] } });
    expect(slow).toMatchObject({ ok: false, error: { message: expect.stringContaining('takes too long') } });
  });
});
