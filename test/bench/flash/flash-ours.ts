import path from 'node:path';
import { createFlasher } from '../../../electron/bench/flash/flashers.js';
import type { FlashSettings } from '../../../shared/profile/flash.js';
import { realExec } from '../../fixtures/exec.js';
import { done, options } from '../../fixtures/flashing.js';
import { brokerRuns } from '../../fixtures/serial/broker-runs.js';
import { sharePort } from '../../fixtures/serial/shared-port.js';
import { until } from '../../fixtures/until.js';

/**
 * Connects, writes and verifies one segment, and starts the program where that is wanted, as Benchloop does: through the
 * process that owns the port, which runs as long as somebody works with the board and is no part of a flash.
 *
 * @returns ms from the first byte of the flash to the last
 */
export async function flashOurs(
  settings: FlashSettings,
  port: string,
  segment: { address: number; bytes: Uint8Array },
  o: { scratchDir: string; start: boolean },
): Promise<number> {
  const client = await sharePort(port, path.join(o.scratchDir, 'console'));
  done(await client.listen(() => undefined));
  const access = { openPort: () => client.take(), usb: null };
  const began = performance.now();
  const flasher = done(
    createFlasher(settings, { ...access, exec: await realExec(), scratchDir: o.scratchDir }),
  );
  try {
    done(await flasher.connect(options()));
    done(await flasher.write([segment], { ...options(), eraseAll: false }));
    done(await flasher.verify([segment], options()));
    if (o.start) done(await flasher.start(options()));
  } finally {
    await flasher.close();
  }
  const took = performance.now() - began;
  client.close();
  await until(() => !brokerRuns(client.opened.pid)); // the other tool needs the port
  return took;
}
