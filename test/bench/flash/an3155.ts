import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FlashSchema } from '../../../shared/profile/flash.js';
import {
  blankFlash,
  buildBootloader,
  FLASH_BYTES,
  FLASH_START,
  powerOn,
  stm32flash,
} from '../../fixtures/an3155/board.js';
import type { Verdict } from '../loop/statistics.js';
import { flashOurs } from './flash-ours.js';
import { pairs } from './pairs.js';

const KIB = 16;
/** A byte of 8N1 at 115200. */
const BYTE_NS = 86_806;

/** Written and verified through the AN3155 bootloader in QEMU, whose serial port is as slow as a wire. */
export async function an3155(dir: string): Promise<Verdict[]> {
  await mkdir(dir, { recursive: true });
  const files = await buildBootloader(dir);
  const flash = path.join(dir, 'flash.bin');
  await blankFlash(flash);
  const board = await powerOn(files, dir, flash, { byteNs: BYTE_NS });
  const settings = FlashSchema.parse({
    protocol: 'an3155',
    parity: 'none',
    connectSec: 20,
    regions: [{ name: 'flash', start: FLASH_START, size: FLASH_BYTES, page: 1024 }],
  });
  const image = path.join(dir, 'image.bin');
  try {
    return [
      await pairs(
        `${KIB} KiB to an AN3155 bootloader at 115200, written and verified`,
        'stm32flash',
        (bytes) =>
          flashOurs(settings, board.port, { address: FLASH_START, bytes }, { scratchDir: dir, start: false }),
        async (bytes) => {
          await writeFile(image, bytes);
          await stm32flash(board, '-w', image, '-v');
        },
        KIB * 1024,
      ),
    ];
  } finally {
    await board.powerOff();
  }
}
