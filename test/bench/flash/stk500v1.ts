import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createFlasher } from '../../../electron/bench/flash/flashers.js';
import { openSerialLink } from '../../../electron/bench/link/serial-link.js';
import type { Result } from '../../../shared/problem.js';
import { FlashSchema } from '../../../shared/profile/flash.js';
import { realExec } from '../../fixtures/exec.js';
import { avrdude, type Board, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';
import { median, times, type Verdict } from '../loop/statistics.js';

const BYTES = 30 * 1024;
const PAIRS = 5;
const TARGET = 1.05;

/** 30 KiB written and verified through optiboot on a simulated ATmega328P, ours and avrdude in turns on the same board. */
export async function stk500v1(dir: string): Promise<Verdict[]> {
  const files = await buildBoard(path.join(dir, 'board'));
  await mkdir(dir, { recursive: true });
  const board = await powerOn(files, path.join(dir, 'flash.bin'));
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    for (let pair = 0; pair < PAIRS; pair++) {
      const bytes = noise(pair);
      const file = path.join(dir, `image-${pair}.bin`);
      await writeFile(file, bytes);
      ours.push(await timed(() => flashOurs(board, dir, bytes)));
      theirs.push(await timed(() => avrdude(board, `flash:w:${file}:r`)));
    }
  } finally {
    await board.powerOff();
  }
  const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
  const seconds = (values: readonly number[]) => `${(median(values) / 1000).toFixed(2)} s`;
  return [
    {
      what: `30 KiB to optiboot at 115200, written and verified: ours ${seconds(ours)}, avrdude ${seconds(theirs)}, ratio of ${PAIRS} pairs`,
      figure: times(median(ratios)),
      target: `<= ${times(TARGET)}`,
      met: median(ratios) <= TARGET,
    },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function flashOurs(board: Board, scratchDir: string, bytes: Uint8Array): Promise<void> {
  const settings = FlashSchema.parse({ protocol: 'stk500v1', entry: 'none', connectSec: 20 });
  const openPort = () => openSerialLink(board.port, { baud: 115200 });
  const flasher = done(createFlasher(settings, { openPort, usb: null, exec: await realExec(), scratchDir }));
  const options = { onProgress() {}, signal: new AbortController().signal };
  const segments = [{ address: 0, bytes }];
  try {
    done(await flasher.connect(options));
    done(await flasher.write(segments, { ...options, eraseAll: false }));
    done(await flasher.verify(segments, options));
    done(await flasher.start(options));
  } finally {
    await flasher.close();
  }
}

function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** Bytes that no two pages share, different for each pair, so that nothing is skipped as already there. */
function noise(seed: number): Buffer {
  const blocks = Array.from({ length: BYTES / 32 }, (_, i) =>
    createHash('sha256').update(`${seed}:${i}`).digest(),
  );
  return Buffer.concat(blocks);
}
