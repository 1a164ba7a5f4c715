import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import {
  type BootloaderFiles,
  blankFlash,
  buildBootloader,
  FLASH_BYTES,
  FLASH_START,
  flashOf,
  type How,
  powerOn,
} from '../../../fixtures/an3155/board.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options, program } from '../../../fixtures/flashing.js';
import { brokerRuns } from '../../../fixtures/serial/broker-runs.js';
import { sharePort } from '../../../fixtures/serial/shared-port.js';
import { until } from '../../../fixtures/until.js';

const BLOCK = 256;
/** More than one batch, and a part of a block. */
const BYTES = program(20 * BLOCK + 100);
const SEGMENTS = [{ address: FLASH_START, bytes: BYTES }];

describe('a flash through the process that owns the port', () => {
  it('sends again what was damaged, and holds every byte in the end', async () => {
    const { flasher, flash } = await on({ nackOnce: 5 });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
    expect((await flashOf(flash)).subarray(0, BYTES.length).equals(BYTES)).toBe(true);
  });

  it('gives up on a block that is refused for good, and says what was written before', {
    tags: 'full',
  }, async () => {
    const { flasher, flash } = await on({ nackWrite: 7 });
    expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: expect.stringContaining(`${6 * BLOCK} of`) },
    });
    expect(await blocksIn(flash)).toBe(6);
  });

  it.each([1, 16, 17, 21])(
    'never says done when power goes in block %s',
    { tags: 'full' },
    async (cutWrite) => {
      const { flasher } = await on({ cutWrite });
      expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
        ok: false,
        error: { code: 'FLASH_FAILURE', message: expect.stringContaining(`${(cutWrite - 1) * BLOCK} of`) },
      });
      expect(await flasher.verify(SEGMENTS, options())).toMatchObject({ ok: false });
    },
  );

  it('ends what it has begun when it is stopped, writes no more, and says how much it is', {
    tags: 'full',
  }, async () => {
    const { flasher, flash } = await on();
    const stop = new AbortController();
    const written = await flasher.write(SEGMENTS, {
      ...options(({ phase, done }) => phase === 'write' && done === BLOCK && stop.abort(), stop.signal),
      eraseAll: false,
    });
    const blocks = await blocksIn(flash);
    expect(blocks).toBeLessThan(20);
    expect(!written.ok && written.error.message).toContain(`${blocks * BLOCK} of`);
    done(
      await flasher.verify([{ address: FLASH_START, bytes: BYTES.subarray(0, blocks * BLOCK) }], options()),
    );
  });

  it('finds the one bit that differs', async () => {
    const { flasher } = await on({ flip: 19 });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({ error: { code: 'VERIFY_FAILURE' } });
  });
});

let dir: string;
let files: BootloaderFiles;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-shared-'));
  files = await buildBootloader(path.join(dir, 'board'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A board whose bootloader was connected to. */
async function on(how: How = {}) {
  const own = await mkdtemp(path.join(dir, 'on-'));
  const flash = path.join(own, 'flash.bin');
  await blankFlash(flash);
  const board = await powerOn(files, own, flash, how);
  const client = await sharePort(board.port, own);
  const settings = FlashSchema.parse({
    protocol: 'an3155',
    parity: 'none', // pseudo-terminals have none
    connectSec: 120,
    regions: [{ name: 'flash', start: FLASH_START, size: FLASH_BYTES, page: 1024 }],
  });
  const access = { openPort: () => client.take(), usb: null, exec: await realExec(), scratchDir: own };
  const flasher = done(createFlasher(settings, access));
  onTestFinished(async () => {
    await flasher.close();
    client.close();
    await until(() => !brokerRuns(client.opened.pid));
    await board.powerOff();
  });
  done(await flasher.connect(options()));
  return { flasher, flash };
}

/** Blocks that were written. */
async function blocksIn(flash: string): Promise<number> {
  const held = await flashOf(flash);
  let blocks = 0;
  while (!held.subarray(blocks * BLOCK, (blocks + 1) * BLOCK).every((byte) => byte === 0xff)) blocks += 1;
  return blocks;
}
