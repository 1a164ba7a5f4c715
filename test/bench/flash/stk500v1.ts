import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FlashSchema } from '../../../shared/profile/flash.js';
import { avrdude, buildBoard, powerOn } from '../../fixtures/simavr/optiboot-board.js';
import type { Verdict } from '../loop/statistics.js';
import { flashOurs } from './flash-ours.js';
import { pairs } from './pairs.js';

const KIB = 30;

/** Written and verified through optiboot on a simulated ATmega328P, which opening its port resets: either tool does. */
export async function stk500v1(dir: string): Promise<Verdict[]> {
  const files = await buildBoard(path.join(dir, 'board'));
  await mkdir(dir, { recursive: true });
  const board = await powerOn(files, path.join(dir, 'flash.bin'));
  const settings = FlashSchema.parse({ protocol: 'stk500v1', entry: 'open', connectSec: 20 });
  const image = path.join(dir, 'image.bin');
  try {
    return [
      await pairs(
        `${KIB} KiB to optiboot at 115200, written and verified`,
        'avrdude',
        (bytes) => flashOurs(settings, board.port, { address: 0, bytes }, { scratchDir: dir, start: true }),
        async (bytes) => {
          await writeFile(image, bytes);
          await avrdude(board, `flash:w:${image}:r`);
        },
        KIB * 1024,
      ),
    ];
  } finally {
    await board.powerOff();
  }
}
