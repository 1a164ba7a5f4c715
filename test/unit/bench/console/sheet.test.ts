import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Capture, openCapture } from '../../../../electron/bench/console/capture.js';
import { type Moment, now } from '../../../../electron/bench/console/marks.js';
import { createRowList, type RowList } from '../../../../electron/bench/console/sheet/row-list.js';
import { createShownSheet, type ShownSheet } from '../../../../electron/bench/console/sheet/shown.js';
import type { SheetRules } from '../../../../shared/ipc/console.js';
import { inEnglish } from '../../../../shared/texts/words.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-sheet-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function capture(
  name: string,
  bounds = { capBytes: 1 << 30, segmentBytes: 1 << 20 },
): Promise<Capture> {
  const folder = path.join(dir, name);
  const opened = await openCapture({ folder, ...bounds, onStored: () => {}, onMark: () => {} });
  if (!opened.ok) throw new Error(inEnglish(opened.error.message));
  return opened.value;
}

const NO_RULES: SheetRules = { filter: { include: [], exclude: [] }, highlights: [] };
const show = (sheet: ShownSheet, ports: readonly string[], rules: Partial<SheetRules> = {}): void => {
  sheet.show({
    sources: ports.map((port) => ({ port, folder: path.join(dir, port) })),
    ...NO_RULES,
    ...rules,
  });
};

/** Everything that is there, as rows. */
function all(sheet: ShownSheet) {
  let grown = sheet.grow();
  while (grown.sheet.busy) grown = sheet.grow();
  const { number, rows } = grown.sheet;
  return { grown, rows: rows === 0 ? [] : sheet.rows({ sheet: number, from: 0, count: rows }) };
}

/** So many ms before this moment, by both clocks. */
function ago(ms: number): Moment {
  const { monotonicNs, wallMs } = now();
  return { monotonicNs: monotonicNs - BigInt(ms) * 1_000_000n, wallMs: wallMs - ms };
}

describe('the sheet of one port', () => {
  it('has every line with both times, and grows with the capture', async () => {
    const port = await capture('a');
    const sheet = createShownSheet();
    show(sheet, ['a']);
    expect(all(sheet).rows).toEqual([]);
    port.append(Buffer.from('one\r\n'), ago(2000));
    port.append(Buffer.from('two'), ago(1000));
    await port.close();
    const { rows } = all(sheet);
    expect(rows.map(({ text }) => text)).toEqual(['one', 'two']);
    const [first, second] = rows;
    expect((second?.wallMs ?? 0) - (first?.wallMs ?? 0)).toBeGreaterThan(900);
    expect((second?.monotonicMs ?? 0) - (first?.monotonicMs ?? 0)).toBeGreaterThan(900);
  });

  it('gives no monotonic time to what came before the computer was started', async () => {
    const port = await capture('a');
    port.append(Buffer.from('old\n'), { monotonicNs: 5n, wallMs: 1000 });
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    expect(all(sheet).rows).toMatchObject([{ text: 'old', wallMs: 1000, monotonicMs: null }]);
  });

  it('tells where within a line something happened, and when', async () => {
    const port = await capture('a');
    port.append(Buffer.from('é> '), ago(5000));
    port.mark('lost', 'the device is gone');
    port.mark('back', '');
    port.append(Buffer.from('boot\r\n'), now());
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const [row] = all(sheet).rows;
    expect(row).toMatchObject({
      text: 'é> boot',
      events: [
        { kind: 'lost', at: 3 },
        { kind: 'back', at: 3 },
      ],
    });
    for (const event of row?.events ?? [])
      expect((event.monotonicMs ?? 0) - (row?.monotonicMs ?? 0)).toBeGreaterThan(4000);
  });

  it('tells at which line something happened, and counts gaps since the port was opened', async () => {
    const port = await capture('a');
    port.mark('gap', 'of another time', 9);
    port.mark('open', '115200 8N1');
    port.append(Buffer.from('one\n'), ago(3));
    port.mark('gap', 'were not kept', 5);
    port.append(Buffer.from('two\n'), ago(1));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const { rows, grown } = all(sheet);
    expect(rows[1]?.events).toMatchObject([{ kind: 'gap', count: 5, text: 'were not kept', at: 0 }]);
    expect(grown.amounts).toEqual([{ id: 'a', bytes: 8, gaps: { count: 1, bytes: 5, unwatched: null } }]);
  });

  it('tells from when to when nobody listened where the owner of the port was killed', async () => {
    const port = await capture('a');
    port.append(Buffer.from('one\n'), { ...now(), wallMs: 1000 });
    await port.close();
    writeFileSync(path.join(dir, 'a', 'owner'), String(spawnSync('true').pid));
    const begun = Date.now();
    const again = await capture('a');
    again.mark('open', '115200 8N1');
    again.append(Buffer.from('two\n'), now());
    await again.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const { rows, grown } = all(sheet);
    const unwatched = grown.amounts[0]?.gaps.unwatched;
    expect(unwatched?.from).toBe(1000);
    expect(unwatched?.to).toBeGreaterThanOrEqual(begun);
    expect(rows[1]?.events).toMatchObject([{ kind: 'unwatched', count: 1000 }, { kind: 'open' }]);
    const third = await capture('a');
    third.mark('open', '115200 8N1');
    await third.close();
    expect(all(sheet).grown.amounts[0]?.gaps.unwatched).toBeNull();
  });

  it('shows what a filter lets through, and the first colour that matches', async () => {
    const port = await capture('a');
    port.append(Buffer.from('E one\nI two\nE three\nE unfinished'), ago(500));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a'], {
      filter: { include: ['^E'], exclude: ['one'] },
      highlights: [
        { port: 'a', pattern: 'three', colour: 'red' },
        { port: 'b', pattern: '.', colour: 'blue' },
      ],
    });
    expect(all(sheet).rows).toMatchObject([
      { text: 'E three', colour: 'red' },
      { text: 'E unfinished', colour: null },
    ]);
  });

  it('gives up a filter that takes for ever: it says so, and shows what follows', async () => {
    const port = await capture('a');
    port.append(Buffer.from(`x\n${'a'.repeat(64)}!\nlast\n`), ago(500));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a'], { filter: { include: ['^(a+)+$'], exclude: [] } });
    const { rows, grown } = all(sheet);
    expect(grown.sheet.slow).toBe(true);
    expect(rows.map(({ text }) => text.slice(0, 4))).toEqual(['aaaa', 'last']);
  });

  it('gives nothing for a sheet that is another one by now', async () => {
    const port = await capture('a');
    port.append(Buffer.from('one\n'), ago(1));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const { grown } = all(sheet);
    show(sheet, ['a']);
    expect(sheet.rows({ sheet: grown.sheet.number, from: 0, count: 1 })).toEqual([]);
  });

  it('finds the row of a byte, with and without a filter', async () => {
    const port = await capture('a');
    port.append(Buffer.from('zero\none\ntwo\nthree\n'), ago(500));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const plain = all(sheet).grown.sheet.number;
    expect(sheet.rowAt({ sheet: plain, port: 'a', offset: 10 })).toBe(2);
    show(sheet, ['a'], { filter: { include: ['t'], exclude: [] } });
    const filtered = all(sheet).grown.sheet.number;
    expect(sheet.rowAt({ sheet: filtered, port: 'a', offset: 13 })).toBe(1);
  });
});

describe('the sheet of several ports', () => {
  it('has their lines in the order in which they came', async () => {
    const [a, b] = [await capture('a'), await capture('b')];
    for (let i = 0; i < 50; i += 1) {
      a.append(Buffer.from(`${2 * i}\n`), ago(5000 - 20 * i));
      b.append(Buffer.from(`${2 * i + 1}\n`), ago(5000 - 20 * i - 10));
    }
    await a.close();
    await b.close();
    const sheet = createShownSheet();
    show(sheet, ['a', 'b']);
    const { rows } = all(sheet);
    expect(rows.map(({ text }) => Number(text))).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(rows.slice(0, 2).map(({ port }) => port)).toEqual(['a', 'b']);
  });

  it('waits a moment for the other port, which may bring what came before', async () => {
    const [a, b] = [await capture('a'), await capture('b')];
    const sheet = createShownSheet();
    show(sheet, ['a', 'b']);
    a.append(Buffer.from('later\n'), ago(-60_000));
    await a.close();
    expect(all(sheet).rows).toEqual([]);
    b.append(Buffer.from('earlier\n'), ago(100));
    await b.close();
    expect(all(sheet).rows.map(({ text }) => text)).toEqual(['earlier']);
  });
});

describe('the plot of a sheet', () => {
  it('has the numbers of whole lines at their time, and goes on where it was', async () => {
    const port = await capture('a');
    port.append(Buffer.from('temp:20\nboot\ntemp:2'), ago(1000));
    await port.close();
    const sheet = createShownSheet();
    show(sheet, ['a']);
    const { number } = all(sheet).grown.sheet;
    expect(sheet.plot({ sheet: number })).toEqual([{ name: 'temp', points: [[expect.any(Number), 20]] }]);
    const again = await capture('a');
    again.append(Buffer.from('1.5\n'), ago(1));
    await again.close();
    all(sheet);
    const values = sheet.plot({ sheet: number }).map(({ points }) => points.map(([, value]) => value));
    expect(values).toEqual([[20, 21.5]]);
  });
});

describe('a list of rows', () => {
  const filled = (folder: string): RowList => {
    const list = createRowList(folder, 2);
    for (let i = 0; i < 400_000; i += 1) list.push(i % 2, i);
    return list;
  };

  it('keeps what the memory does not hold in a file without a name', () => {
    const list = filled(dir);
    expect([list.count(), list.dropped()]).toEqual([400_000, 0]);
    expect([0, 70_001, 399_999].map(list.at)).toEqual([
      { source: 0, offset: 0 },
      { source: 1, offset: 70_001 },
      { source: 1, offset: 399_999 },
    ]);
    expect(list.at(400_000)).toBeUndefined();
    expect(list.find(1, 70_002)).toBe(70_001);
    expect(list.find(0, 65_537)).toBe(65_536);
    expect(list.find(1, 0)).toBe(0);
    expect(readdirSync(dir)).toEqual([]);
    list.close();
  });

  it('keeps the newest where the disk takes nothing, and says how many it dropped', () => {
    const list = filled(path.join(dir, 'missing'));
    expect(list.count() + list.dropped()).toBe(400_000);
    expect(list.dropped()).toBeGreaterThan(0);
    expect(list.at(0)).toEqual({ source: 0, offset: list.dropped() });
    expect(list.at(list.count() - 1)).toEqual({ source: 1, offset: 399_999 });
    expect(list.find(1, 399_998)).toBe(list.count() - 3);
  });
});
