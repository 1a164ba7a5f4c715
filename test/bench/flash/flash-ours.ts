import { createFlasher } from '../../../electron/bench/flash/flashers.js';
import { openSerialLink } from '../../../electron/bench/link/serial-link.js';
import type { FlashSettings } from '../../../shared/profile/flash.js';
import { realExec } from '../../fixtures/exec.js';
import { done } from '../../fixtures/flashing.js';

/** Connects, writes and verifies one segment, and starts the program where that is wanted. */
export async function flashOurs(
  settings: FlashSettings,
  port: string,
  segment: { address: number; bytes: Uint8Array },
  o: { scratchDir: string; start: boolean },
): Promise<void> {
  const access = { openPort: () => openSerialLink(port, { baud: 115200 }), usb: null };
  const flasher = done(
    createFlasher(settings, { ...access, exec: await realExec(), scratchDir: o.scratchDir }),
  );
  const options = { onProgress() {}, signal: new AbortController().signal };
  try {
    done(await flasher.connect(options));
    done(await flasher.write([segment], { ...options, eraseAll: false }));
    done(await flasher.verify([segment], options));
    if (o.start) done(await flasher.start(options));
  } finally {
    await flasher.close();
  }
}
