import { mkdir } from 'node:fs/promises';
import { bootGuest } from '../../fixtures/usb-guest/guest.js';
import { median, ms, type Verdict } from '../loop/statistics.js';

const TIMES = 10;
const TARGET_MS = 1000;

/** From the moment at which a USB serial port is plugged in or pulled to its being told, in the emulated USB guest. */
export async function hotPlug(dir: string): Promise<Verdict[]> {
  await mkdir(dir, { recursive: true });
  const guest = await bootGuest(dir);
  const took: number[] = [];
  try {
    await guest.call('makeGadget');
    for (let time = 0; time < TIMES; time += 1)
      for (const isIn of [true, false]) took.push((await guest.call('noticed', isIn)).ms);
  } finally {
    await guest.stop();
  }
  const most = Math.max(...took);
  return [
    {
      what: 'until a port that was plugged in or pulled is told',
      figure: `${ms(median(took))}, at most ${ms(most)}`,
      target: `<= ${ms(TARGET_MS)}`,
      met: most <= TARGET_MS,
    },
  ];
}
