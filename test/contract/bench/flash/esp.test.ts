import { createHash } from 'node:crypto';
import net from 'node:net';
import os from 'node:os';
import { Duplex } from 'node:stream';
import { deflateSync } from 'node:zlib';
import { ESPLoader, Transport } from 'esptool-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { openSocketLink } from '../../../../electron/bench/link/socket-link.js';
import { ok } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { type How, type Rom, startRom } from '../../../fixtures/esp/rom.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options, program } from '../../../fixtures/flashing.js';

const AT = 0x10000;
const MAC = '34:85:18:01:02:03';

describe('the loader in the ROM of a chip (of our own making)', () => {
  it.each(['ESP32', 'ESP32-S2', 'ESP32-C3', 'ESP32-S3'] as const)(
    '%s: is what esptool-js takes it for',
    async (chip) => {
      const rom = await romOf({ chip });
      const vendor = await esptool(rom);
      await vendor.connect('no_reset', 7, true);
      expect(vendor.chip.CHIP_NAME).toBe(chip);
      expect(await vendor.chip.readMac(vendor)).toBe(MAC);
      await vendor.flashSpiAttach(0);
      vendor.FLASH_WRITE_SIZE = 0x400;
      const bytes = program(9000);
      const packed = deflateSync(bytes, { level: 9 });
      const blocks = await vendor.flashDeflBegin(bytes.length, packed.length, AT);
      for (let index = 0; index < blocks; index++)
        await vendor.flashDeflBlock(packed.subarray(index * 0x400, (index + 1) * 0x400), index, 5000);
      expect(rom.flash.subarray(AT, AT + 9000).equals(bytes)).toBe(true);
      const flasher = await flasherOf(rom);
      done(await flasher.connect(options()));
      done(await flasher.verify([{ address: AT, bytes }], options()));
    },
  );
});

describe('the flasher of ESP32 chips', () => {
  it.each(['ESP32', 'ESP32-S2', 'ESP32-C3', 'ESP32-S3'] as const)(
    '%s: writes sectors, and esptool-js gets the same MD5 from the chip',
    async (chip) => {
      const rom = await romOf({ chip });
      rom.flash.fill(0x55, 0, 0x40000);
      const flasher = await flasherOf(rom);
      expect(done(await flasher.connect(options()))).toEqual({ chip, serial: MAC, loader: 'ROM loader' });
      const segments = [
        { address: AT, bytes: program(20_000) },
        { address: 0x30010, bytes: program(10) },
      ];
      const seen: number[] = [];
      done(await flasher.write(segments, { ...options(({ done }) => seen.push(done)), eraseAll: false }));
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      done(await flasher.verify(segments, options()));
      await flasher.close();
      for (const { address, bytes } of segments)
        expect(rom.flash.subarray(address, address + bytes.length).equals(bytes)).toBe(true);
      for (const kept of [AT - 1, AT + 20_480, 0x2ffff, 0x31000]) expect(rom.flash[kept]).toBe(0x55);
      const vendor = await esptool(rom);
      await vendor.connect('no_reset', 7, true);
      // without its stub esptool-js shows the digits themselves in hexadecimal
      const theirs = Buffer.from(await vendor.flashMd5sum(AT, 20_000), 'hex').toString('latin1');
      expect(theirs).toBe(createHash('md5').update(program(20_000)).digest('hex'));
    },
  );

  it('enters the loader by the lines, and starts the program by them', async () => {
    const rom = await romOf({ chip: 'ESP32-C3', inLoader: false });
    const flasher = await flasherOf(rom, { entry: 'classic' });
    done(await flasher.connect(options()));
    done(await flasher.start(options()));
    await flasher.close();
    const again = await flasherOf(rom, { entry: 'none', connectSec: 0.4 });
    expect(await again.connect(options())).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });

  it('starts the program by a command where nothing resets the chip', async () => {
    const rom = await romOf({ chip: 'ESP32' });
    const flasher = await flasherOf(rom);
    done(await flasher.connect(options()));
    done(await flasher.start(options()));
    await flasher.close();
    const again = await flasherOf(rom, { connectSec: 0.4 });
    expect(await again.connect(options())).toMatchObject({ ok: false });
  });

  it('never says done when power goes at any block', async () => {
    const bytes = Buffer.from(
      Array.from({ length: 12_000 }, (_, i) => createHash('md5').update(`${i}`).digest()[0] ?? 0),
    );
    for (const cutAt of [0, 1, 5, 11]) {
      const rom = await romOf({ chip: 'ESP32-C3', cutAt });
      const flasher = await flasherOf(rom);
      done(await flasher.connect(options()));
      const segments = [{ address: AT, bytes }];
      expect(await flasher.write(segments, { ...options(), eraseAll: false })).toMatchObject({
        ok: false,
        error: { code: 'FLASH_FAILURE', left: cutAt === 0 ? 'erased' : 'part' },
      });
      expect(rom.blocks()).toBe(cutAt);
      expect(await flasher.verify(segments, options())).toMatchObject({ ok: false });
    }
  });

  it('finds a flash that did not keep what it got', async () => {
    const rom = await romOf({ chip: 'ESP32', badByte: AT + 700 });
    const flasher = await flasherOf(rom);
    done(await flasher.connect(options()));
    const segments = [{ address: AT, bytes: Buffer.alloc(3000, 0xa5) }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    expect(await flasher.verify(segments, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('MD5') },
    });
  });

  it.each([
    ['an ESP8266', { chip: 'ESP8266' }, {}],
    ['an encrypted flash', { chip: 'ESP32-C3', security: { flags: 0, cryptCount: 0b111 } }, {}],
    ['secure download', { chip: 'ESP32-S3', security: { flags: 4, cryptCount: 0b11 } }, {}],
  ] as const)('refuses %s', async (_, how, settings) => {
    const flasher = await flasherOf(await romOf(how), settings);
    expect(await flasher.connect(options())).toMatchObject({ ok: false, error: { code: 'BOARD_MISMATCH' } });
  });

  it('refuses regions that are not made of sectors, before a byte is sent', async () => {
    const rom = await romOf({ chip: 'ESP32' });
    const flasher = await flasherOf(rom, { regions: [{ name: 'app', start: AT, size: 0x10000 }] });
    done(await flasher.connect(options()));
    expect(
      await flasher.write([{ address: AT, bytes: program(9) }], { ...options(), eraseAll: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'IMAGE_REFUSED' },
    });
    expect(rom.blocks()).toBe(0);
  });
});

async function romOf(how: How): Promise<Rom> {
  const rom = await startRom(how);
  onTestFinished(rom.close);
  return rom;
}

async function flasherOf(rom: Rom, settings: object = {}) {
  const regions = [{ name: 'flash', start: 0, size: 0x400000, page: 4096 }];
  const parsed = FlashSchema.parse({ protocol: 'esp', entry: 'none', connectSec: 120, regions, ...settings });
  const openPort = async () => {
    const link = done(await openSocketLink({ host: '127.0.0.1', port: rom.port }));
    return ok({
      ...link,
      setLines: async (lines: { dtr?: boolean; rts?: boolean }) => {
        rom.lines(lines);
        return true;
      },
    });
  };
  const made = createFlasher(parsed, {
    openPort,
    usb: null,
    exec: await realExec(),
    scratchDir: os.tmpdir(),
  });
  const flasher = done(made);
  onTestFinished(() => flasher.close());
  return flasher;
}

/** Espressif's own client, over the same wire; it has no lines here. */
async function esptool(rom: Rom): Promise<ESPLoader> {
  const socket = net.connect(rom.port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const port = {
    ...Duplex.toWeb(socket),
    open: async () => {},
    close: async () => {},
    getInfo: () => ({}),
    setSignals: async () => {},
  };
  const terminal = { clean() {}, writeLine() {}, write() {} };
  return new ESPLoader({ transport: new Transport(port), baudrate: 115200, terminal });
}
