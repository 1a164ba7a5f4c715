import { mkdir } from 'node:fs/promises';
import { START } from '../../fixtures/dfu/model.js';
import { bootGuest, type Guest } from '../../fixtures/usb-guest/guest.js';
import type { Verdict } from '../loop/statistics.js';
import { pairs } from './pairs.js';

const KIB = 64;
/** What a page takes on an STM32F4 at 3.3 V, roughly (its data sheet, "Flash memory programming"). */
const DEVICE = { dfuse: true, transferSize: 2048, eraseMs: 250, writeMs: 30 };

/** Written and read back over DfuSe, in the USB guest: both tools run there, on one device. */
export async function dfu(dir: string): Promise<Verdict[]> {
  await mkdir(dir, { recursive: true });
  const guest = await bootGuest(dir);
  try {
    await guest.call('plug', DEVICE);
    return [
      await pairs(
        `${KIB} KiB to a DfuSe device, written and read back`,
        'dfu-util',
        (bytes) => ours(guest, bytes),
        (bytes) => theirs(guest, bytes),
        KIB * 1024,
      ),
    ];
  } finally {
    await guest.stop();
  }
}

/** Gives the time in the guest: what goes there and back through its serial port is not of the flash. */
async function ours(guest: Guest, bytes: Buffer): Promise<number> {
  const segments = [{ address: START, bytes: bytes.toString('base64') }];
  const said = await guest.call('flash', { find: { vendor: '1209' }, steps: ['write', 'verify'], segments });
  if (said.at !== undefined) throw new Error(said.problem);
  return Object.values(said.ms).reduce((sum, ms) => sum + ms, 0);
}

async function theirs(guest: Guest, bytes: Buffer): Promise<number> {
  await guest.call('put', { file: '/tmp/image.bin', bytes: bytes.toString('base64') });
  let took = 0;
  for (const [address, ...what] of [
    [`${START}`, '-D', '/tmp/image.bin'],
    [`${START}:${bytes.length}`, '-U', '/tmp/copy.bin'],
  ]) {
    await guest.call('run', { argv: ['rm', '-f', '/tmp/copy.bin'] });
    const argv = ['dfu-util', '-a', '0', '-s', address ?? '', ...what];
    const { code, stderr, ms } = await guest.call('run', { argv });
    if (code !== 0) throw new Error(stderr);
    took += ms;
  }
  return took;
}
