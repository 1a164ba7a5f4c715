import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Capture, openCapture, type Stored } from '../../../../electron/bench/console/capture.js';
import { exportCaptures } from '../../../../electron/bench/console/export.js';
import { createFollower } from '../../../../electron/bench/console/follower.js';
import { createLineIndex } from '../../../../electron/bench/console/lines.js';
import { now } from '../../../../electron/bench/console/marks.js';
import { offsetAt, readMarks, timeAt } from '../../../../electron/bench/console/moments.js';
import { readRange } from '../../../../electron/bench/console/read-range.js';
import { listSegments } from '../../../../electron/bench/console/segments.js';
import { inEnglish } from '../../../../shared/texts/words.js';

let folder: string;
let stored: Stored[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'benchloop-capture-'));
  stored = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(capBytes = 1 << 30, segmentBytes = 1 << 20): Promise<Capture> {
  const opened = await openCapture({
    folder,
    capBytes,
    segmentBytes,
    onStored: (one) => stored.push(one),
    onMark: () => {},
  });
  if (!opened.ok) throw new Error(inEnglish(opened.error.message));
  return opened.value;
}

const at = (wallMs: number) => ({ monotonicNs: BigInt(wallMs) * 1_000_000n, wallMs });

describe('a capture', () => {
  it('keeps bytes as they came, and goes on where an earlier one ended', async () => {
    const first = await open();
    first.append(Buffer.from([0, 255, 13, 10]), now());
    await first.close();
    const second = await open();
    second.append(Buffer.from('more'), now());
    await second.close();
    expect(second.total()).toBe(8);
    expect(readFileSync(listSegments(folder)[0]?.raw ?? '').toString('latin1')).toBe('\u0000\u00ff\r\nmore');
  });

  it('is beside one that is still written, and goes on in its folder when that was closed or killed', async () => {
    const first = await open();
    const second = await open();
    expect([first.folder, second.folder]).toEqual([folder, `${folder}-2`]);
    for (const capture of [first, second]) await capture.close();
    rmSync(second.folder, { recursive: true });
    writeFileSync(path.join(folder, 'owner'), String(spawnSync('true').pid));
    const third = await open();
    expect(third.folder).toBe(folder);
    await third.close();
  });

  it('leaves a folder alone that another process is just taking', async () => {
    const owner = path.join(folder, 'owner');
    writeFileSync(owner, '');
    const beside = await open();
    expect(beside.folder).toBe(`${folder}-2`);
    utimesSync(owner, 0, 0);
    const own = await open();
    expect(own.folder).toBe(folder);
    for (const one of [beside, own]) await one.close();
    rmSync(beside.folder, { recursive: true });
  });

  it('tells when a byte came, and which byte came at a time', async () => {
    const capture = await open();
    capture.append(Buffer.from('one'), at(1000));
    capture.append(Buffer.from('two'), at(2000));
    capture.mark('gap', 'test', 5);
    await capture.close();
    expect(timeAt(folder, 2)).toBe(1000);
    expect(timeAt(folder, 3)).toBe(2000);
    expect(offsetAt(folder, 1500)).toBe(3);
    expect(readMarks(folder, 10)).toMatchObject([{ kind: 'gap', count: 5, offset: 6, text: 'test' }]);
  });

  it('drops the oldest segments at its bound, and readers go on behind them', async () => {
    const capture = await open(3000, 1000);
    for (let i = 0; i < 10; i += 1) {
      capture.append(Buffer.alloc(1000, 65 + i), now());
      while (stored.length <= i) await new Promise((done) => setImmediate(done));
    }
    await capture.close();
    const kept = listSegments(folder);
    expect(kept.reduce((sum, segment) => sum + segment.size, 0)).toBeLessThanOrEqual(4000);
    const oldest = await readRange(folder, 0, 10);
    expect(oldest.offset).toBe(kept[0]?.start);
    expect(capture.total()).toBe(10_000);
    expect(readMarks(folder, 100).some((mark) => mark.kind === 'cut')).toBe(true);
  });

  it('cuts off half an index record that a crash left', async () => {
    const first = await open();
    first.append(Buffer.from('x'), at(5));
    await first.close();
    writeFileSync(listSegments(folder)[0]?.raw.replace('.raw', '.idx') ?? '', 'half', { flag: 'a' });
    const second = await open();
    second.append(Buffer.from('y'), at(9));
    await second.close();
    expect(timeAt(folder, 1)).toBe(9);
  });
});

describe('lines of a capture', () => {
  it('are found by number over segments, whatever their ends are', async () => {
    const capture = await open(1 << 30, 500);
    for (let i = 0; i < 1000; i += 1) {
      capture.append(Buffer.from(`line ${i}${i % 2 === 0 ? '\r\n' : '\n'}`), now());
      if (i % 100 === 0) await new Promise((done) => setTimeout(done, 1));
    }
    capture.append(Buffer.from('unfinished'), now());
    await capture.close();
    const lines = createLineIndex(folder);
    expect(lines.update()).toBe(1001);
    const slice = lines.slice(598, 3);
    expect(slice.map((line) => line.bytes.toString())).toEqual(['line 598', 'line 599', 'line 600']);
    expect(lines.lineAt(slice[1]?.offset ?? 0)).toBe(599);
    expect(lines.slice(1000, 5).map((line) => line.bytes.toString())).toEqual(['unfinished']);
  });

  it('are exported as CSV that no spreadsheet runs, and as they came', async () => {
    const capture = await open();
    capture.append(Buffer.from('=1+1\n\u001b[31m"red"\n'), at(0));
    await capture.close();
    const file = path.join(folder, 'out');
    const wanted = { captures: [{ port: 'a', folder }], filter: { include: [], exclude: [] }, file };
    await exportCaptures({ ...wanted, format: 'csv' });
    expect(readFileSync(file, 'utf8')).toBe(
      'time,offset,text\r\n1970-01-01T00:00:00.000Z,0,"\'=1+1"\r\n1970-01-01T00:00:00.000Z,5,"<ESC>[31m""red"""\r\n',
    );
    await exportCaptures({ ...wanted, format: 'raw' });
    expect(readFileSync(file, 'utf8')).toBe('=1+1\n\u001b[31m"red"\n');
  });
});

describe('a follower', () => {
  it('reads from the capture what was not pushed', async () => {
    const capture = await open();
    capture.append(Buffer.from('0123456789'), now());
    await capture.close();
    const heard: string[] = [];
    const follower = createFollower(
      folder,
      ({ bytes }) => void heard.push(bytes.toString()),
      () => {},
    );
    follower.startAt(2);
    follower.onPush({ bytes: Buffer.from('67'), offset: 6, kept: true, wallMs: 0 });
    follower.onKept(10);
    await follower.idle();
    expect(heard.join('|')).toBe('2345|67|89');
  });
});
