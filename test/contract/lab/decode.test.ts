import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCapture } from '../../../electron/bench/console/capture.js';
import { now } from '../../../electron/bench/console/marks.js';
import { openBoardStore as keptOfBoard } from '../../../electron/bench/flash/board-store.js';
import { keptSymbols, loadWithSymbols } from '../../../electron/bench/image/symbol-store.js';
import { noteBoard, openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { decodeConsole } from '../../../electron/lab/consoles/decode.js';
import { inEnglish } from '../../../shared/texts/words.js';

let dir: string;
let home: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'benchloop-decode-'));
  home = path.join(dir, 'home');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A program that reads from where a sensor is not; its number makes it another image. */
function build(number: number): { elf: string; buildId: string; sample: string } {
  const source = path.join(dir, 'sensor.c');
  const elf = path.join(dir, `fw-${number}.elf`);
  writeFileSync(
    source,
    `int version = ${number};\nint sample(int *at)\n{\n  return *at + version;\n}\nvoid _start(void)\n{\n  sample((int *)0xe0000000);\n  for (;;) ;\n}\n`,
  );
  const flags = ['-g', '-O0', '-mthumb', '-mcpu=cortex-m3', '-nostdlib', '-Wl,--build-id'];
  execFileSync('arm-none-eabi-gcc', [...flags, source, '-o', elf]);
  const run = (tool: string, ...args: string[]) => execFileSync(`arm-none-eabi-${tool}`, args).toString();
  const buildId = /Build ID: ([0-9a-f]+)/.exec(run('readelf', '-n', elf))?.[1] ?? '';
  const sample = /^([0-9a-f]{8}) T sample$/m.exec(run('nm', elf))?.[1] ?? '';
  return { elf, buildId, sample };
}

async function said(text: string): Promise<string> {
  const folder = path.join(dir, 'capture');
  const capture = await openCapture({
    ...{ folder, capBytes: 1 << 30, segmentBytes: 1 << 20 },
    onStored: () => {},
    onMark: () => {},
  });
  if (!capture.ok) throw new Error(inEnglish(capture.error.message));
  capture.value.append(Buffer.from(text), now());
  await capture.value.close();
  return folder;
}

const dump = (pc: string): string => `sensor up\nHardFault\nPC : ${pc}\nLR : 00000000\nCFSR: 00000400\n`;
const decode = (folder: string, elf: string | null = null, port = '/dev/ttyTEST') =>
  decodeConsole({ home, port, folder, offset: null, elf });

describe('a fault on the console', () => {
  it('is decoded with the symbols of the image that the board names', async () => {
    const [one, two] = [build(1), build(2)];
    for (const { elf } of [one, two]) expect((await loadWithSymbols(home, elf)).ok).toBe(true);
    const folder = await said(`build-id: ${one.buildId.slice(0, 12)}\n${dump(one.sample)}`);
    expect(await decode(folder)).toMatchObject({
      ok: true,
      value: {
        fault: { kind: 'HardFault', location: { function: 'sample', line: 3 } },
        calls: [{ address: `0x${one.sample}`, location: { function: 'sample' } }],
        symbols: { file: one.elf, match: 'announced' },
        missingTool: null,
      },
    });
  });

  it('is decoded with the symbols of what was flashed last, where the board names nothing', async () => {
    const { elf, sample } = build(1);
    const image = await loadWithSymbols(home, elf);
    const store = openBoardRegistry(home);
    if (!image.ok || !store.ok) throw new Error('set-up failed');
    const key = { usb: null, serial: null, topology: null, port: '/dev/ttyTEST' };
    noteBoard(store.value, { id: 'board-1', profile: 'p', key }, 1);
    store.value.db.close();
    const kept = keptOfBoard(path.join(home, 'boards'), 'board-1');
    const content = await kept.keep(image.value);
    if (!content.ok) throw new Error(inEnglish(content.error.message));
    await kept.update({ holds: { content: content.value, at: 1 } });
    const folder = await said(dump(sample));
    expect(await decode(folder)).toMatchObject({
      value: { fault: { location: { function: 'sample' } }, symbols: { match: 'held' } },
    });
    const other = build(2);
    expect(await decode(folder, other.elf)).toMatchObject({ value: { symbols: { match: 'mismatch' } } });
  });

  it('says so where the chosen symbols are of another image than the board names, and where nothing tells', async () => {
    const [one, two] = [build(1), build(2)];
    const named = await said(`build-id: ${two.buildId}\n${dump(one.sample)}`);
    expect(await decode(named, one.elf)).toMatchObject({ value: { symbols: { match: 'mismatch' } } });
    expect(await decode(named)).toMatchObject({
      value: { symbols: null, fault: { kind: 'HardFault', pc: `0x${one.sample}` } },
    });
  });

  it('is nothing where the console tells of none; a file without symbols is refused', async () => {
    const { elf } = build(1);
    const folder = await said('all is well\n');
    expect(await decode(folder, elf)).toMatchObject({
      value: { fault: null, calls: [], symbols: { match: 'unproven' } },
    });
    const text = path.join(dir, 'fw.hex');
    writeFileSync(text, ':00000001FF\n');
    expect(await decode(folder, text)).toMatchObject({ ok: false, error: { code: 'IMAGE_MALFORMED' } });
  });

  it('keeps no symbols of an image without any', async () => {
    const file = path.join(dir, 'fw.hex');
    writeFileSync(file, ':0400000001020304F2\n:00000001FF\n');
    expect((await loadWithSymbols(home, file)).ok).toBe(true);
    expect(await keptSymbols(home)).toEqual([]);
  });
});
