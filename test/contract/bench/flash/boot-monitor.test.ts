import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { sendFile } from '../../../../electron/bench/flash/xmodem/xmodem.js';
import type { Link } from '../../../../electron/bench/link/link.js';
import { ok } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options } from '../../../fixtures/flashing.js';
import { programAtPort, qemuAtPort } from '../../../fixtures/serial/bridge.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';

describe('a file sent to lrzsz', () => {
  it.each([1, 128, 129, 1024, 5000])('arrives whole by YMODEM (%i bytes)', { tags: 'full' }, async (size) => {
    const { link, folder, ended } = await receiver(['rb', '-q']);
    const bytes = program(size);
    await sendFile(link, transfer('ymodem', bytes));
    await ended;
    expect(bytes.equals(await readFile(path.join(folder, 'image.bin')))).toBe(true);
  });

  it.each([
    ['CRC', ['rx', '-q', '-c', 'got.bin']],
    ['checksums', ['rx', '-q', 'got.bin']],
  ])('arrives by XMODEM with %s, with what fills its last block', { tags: 'full' }, async (_, argv) => {
    const { link, folder, ended } = await receiver(argv);
    const bytes = program(3000);
    await sendFile(link, transfer('xmodem', bytes));
    await ended;
    const got = await readFile(path.join(folder, 'got.bin'));
    expect(bytes.equals(got.subarray(0, bytes.length))).toBe(true);
    expect(got.subarray(bytes.length).every((byte) => byte === 0x1a)).toBe(true);
  });

  it('is sent again where a block was damaged on its way', { tags: 'full' }, async () => {
    const { link, folder, ended } = await receiver(['rb', '-q']);
    const bytes = program(5000);
    let blocks = 0;
    const noisy: Link = {
      ...link,
      async write(block) {
        blocks++;
        const damaged = Buffer.from(block);
        if (blocks % 3 === 0) damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 0x10;
        await link.write(damaged);
      },
    };
    await sendFile(noisy, transfer('ymodem', bytes));
    await ended;
    expect(bytes.equals(await readFile(path.join(folder, 'image.bin')))).toBe(true);
  });
});

describe('a boot monitor', () => {
  it.each(['ymodem', 'xmodem'] as const)(
    'takes an image by %s, and compares its own CRC-32',
    async (protocol) => {
      const board = await uBoot();
      const flasher = await flasherOf(board, protocol);
      const identity = done(await flasher.connect(options()));
      expect(identity.loader).toContain('U-Boot');
      expect(identity.chip).toBe('qemu-arm');
      const segments = [
        { address: 0x40200000, bytes: program(3000) },
        { address: 0x40300000, bytes: program(130) },
      ];
      const seen: number[] = [];
      done(
        await flasher.write(segments, { ...options(({ done }) => void seen.push(done)), eraseAll: false }),
      );
      expect(seen.at(-1)).toBe(3130);
      expect(flasher.verifies).toBe('checksum');
      done(await flasher.verify(segments, options()));
      const other = Buffer.from(program(130));
      other[7] = 0x55;
      expect(await flasher.verify([{ address: 0x40300000, bytes: other }], options())).toMatchObject({
        ok: false,
        error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('CRC-32') },
      });
    },
  );

  it('that does not know the command of the profile is told in its own words', async () => {
    const board = await uBoot();
    const flasher = await flasherOf(board, 'ymodem', { receive: 'loadq {address}' });
    done(await flasher.connect(options()));
    const segments = [{ address: 0x40200000, bytes: program(16) }];
    const written = await flasher.write(segments, { ...options(), eraseAll: false });
    await flasher.close();
    expect(written).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining("Unknown command 'loadq'"),
        next: expect.stringContaining('receive'),
      },
    });
  });

  it('is told to start the program, and leaves what it says to the console', async () => {
    const board = await uBoot();
    const flasher = await flasherOf(board, 'ymodem');
    done(await flasher.connect(options()));
    const segments = [{ address: 0x40200000, bytes: program(16) }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    done(await flasher.start(options()));
    await flasher.close();
    let text = '';
    while (!/application[^\n]*\n/.test(text))
      text += Buffer.from((await board.link.read(64, 120_000)) ?? []).toString('latin1');
    expect(text).toContain('Starting application at 0x40200000');
  });

  it('is left as it was, and says so, when it is told to stop; it can be flashed again', {
    tags: 'full',
  }, async () => {
    const board = await uBoot();
    const flasher = await flasherOf(board, 'ymodem');
    done(await flasher.connect(options()));
    const stop = new AbortController();
    const segments = [{ address: 0x40200000, bytes: program(9000) }];
    const stopped = await flasher.write(segments, {
      onProgress: ({ done }) => done > 2000 && stop.abort(),
      signal: stop.signal,
      eraseAll: false,
    });
    expect(stopped).toMatchObject({ ok: false, error: { message: expect.stringContaining('2048 of 9000') } });
    await flasher.close();
    const again = await flasherOf(board, 'ymodem');
    done(await again.connect(options()));
    done(await again.write(segments, { ...options(), eraseAll: false }));
    done(await again.verify(segments, options()));
  });

  it('never says done when power goes at any block', { tags: 'full' }, async () => {
    for (const block of [1, 2, 3]) {
      const board = await uBoot();
      const flasher = await flasherOf(board, 'ymodem');
      done(await flasher.connect(options()));
      let off: Promise<void> | undefined;
      const written = await flasher.write([{ address: 0x40200000, bytes: program(4000) }], {
        onProgress: ({ done }) => {
          if (done === block * 1024) off = board.powerOff();
        },
        signal: new AbortController().signal,
        eraseAll: false,
      });
      await off;
      expect(written).toMatchObject({ ok: false, error: { code: 'FLASH_FAILURE' } });
      await flasher.close();
    }
  });
});

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-modem-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const program = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));

const transfer = (kind: 'xmodem' | 'ymodem', bytes: Uint8Array) => ({
  kind,
  name: 'image.bin',
  bytes,
  onSent() {},
  signal: new AbortController().signal,
});

async function receiver(
  argv: readonly string[],
): Promise<{ link: Link; folder: string; ended: Promise<unknown> }> {
  const folder = await mkdtemp(path.join(dir, 'lrzsz-'));
  const serial = await programAtPort(folder, argv);
  onTestFinished(serial.stop);
  const link = done(await openSerialLink(serial.port));
  onTestFinished(() => link.close());
  return { link, folder, ended: serial.ended };
}

interface UBoot {
  link: Link;
  powerOff(): Promise<void>;
}

/** U-Boot on QEMU's `virt`, just powered. */
async function uBoot(): Promise<UBoot> {
  const folder = await mkdtemp(path.join(dir, 'u-boot-'));
  const bios = '/usr/lib/u-boot/qemu_arm/u-boot.bin';
  const opened: Link[] = [];
  const serial = await qemuAtPort(folder, ['-M', 'virt', '-bios', bios], async (port) => {
    opened.push(done(await openSerialLink(port)));
  });
  onTestFinished(serial.stop);
  const [link] = opened;
  if (!link) throw new Error('the port was not opened');
  onTestFinished(() => link.close());
  return { link, powerOff: serial.stop };
}

async function flasherOf({ link }: UBoot, protocol: 'xmodem' | 'ymodem', more: object = {}) {
  const settings = FlashSchema.parse({
    protocol,
    interrupt: 'Hit any key',
    receive: `${protocol === 'ymodem' ? 'loady' : 'loadx'} {address}`,
    check: { command: 'crc32 {address} {size}', pattern: '==> ([0-9a-f]{8})' },
    go: 'go {address}',
    identify: { command: 'printenv board', chip: '^board=(\\S+)' },
    connectSec: 120,
    ...more,
  });
  // The console keeps the port: giving it back does not close it.
  const openPort = async () => ok({ ...link, close: async () => {} });
  const made = createFlasher(settings, { openPort, usb: null, exec: await realExec(), scratchDir: dir });
  return done(made);
}
