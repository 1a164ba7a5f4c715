import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { gdbCrc } from '../../../../electron/bench/flash/gdb/memory.js';
import { loadImage } from '../../../../electron/bench/image/load-image.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { buildBootloader } from '../../../fixtures/an3155/board.js';
import { realExec } from '../../../fixtures/exec.js';
import { startFlashStub } from '../../../fixtures/flash-stub.js';
import { done, options } from '../../../fixtures/flashing.js';
import { freePort } from '../../../fixtures/free-port.js';
import { qemuAtPort } from '../../../fixtures/serial/bridge.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';

describe("the remote protocol of QEMU's own debug server", () => {
  it('loads a blank board so that gdb finds every section the same', async () => {
    const board = await blankBoard();
    const flasher = await flasherOf(board.gdb);
    done(await flasher.connect(options()));
    const segments = await segmentsOf(elf);
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    expect(flasher.verifies).toBe('read-back');
    await flasher.close();
    expect(await gdb(board.gdb, 'compare-sections')).toMatch(/Section \.text, .*: matched\./);
  });

  it('verifies what gdb loaded, and names the first byte that differs', async () => {
    const board = await blankBoard();
    await gdb(board.gdb, 'load');
    const flasher = await flasherOf(board.gdb);
    done(await flasher.connect(options()));
    const segments = await segmentsOf(elf);
    done(await flasher.verify(segments, options()));
    const [first] = segments;
    const other = Buffer.from(first?.bytes ?? []);
    other[300] = (other[300] ?? 0) ^ 1;
    expect(await flasher.verify([{ address: 0, bytes: other }], options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x012c') },
    });
  });

  it('resets and starts what was loaded', async () => {
    const board = await blankBoard();
    const link = done(await openSerialLink(board.port));
    onTestFinished(() => link.close());
    const flasher = await flasherOf(board.gdb);
    done(await flasher.connect(options()));
    done(await flasher.write(await segmentsOf(elf), { ...options(), eraseAll: false }));
    done(await flasher.start(options()));
    await flasher.close();
    await link.write(Uint8Array.of(0x7f)); // It is the bootloader of AN3155: it answers ACK.
    expect(await link.read(1, 120_000)).toEqual(Buffer.of(0x79));
  });

  it('keeps all bytes as they are, those among them that the protocol uses itself', async () => {
    const board = await blankBoard();
    const flasher = await flasherOf(board.gdb);
    done(await flasher.connect(options()));
    const bytes = Buffer.concat([
      Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 151 + (i >> 8)) & 0xff)),
      Buffer.from('#$}*'.repeat(300)),
      Buffer.alloc(3000, 0x2a),
    ]);
    const segments = [{ address: 0x2000_0003, bytes }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    const read = await flasher.read?.({ start: 0x2000_0003, size: bytes.length }, options());
    expect(read?.ok && bytes.equals(read.value)).toBe(true);
  });

  it('never says done when the server goes at any block', async () => {
    for (const block of [1, 2]) {
      const board = await blankBoard();
      const flasher = await flasherOf(board.gdb);
      done(await flasher.connect(options()));
      let off: Promise<void> | undefined;
      let seen = 0;
      const written = await flasher.write([{ address: 0, bytes: Buffer.alloc(3 * 4096, 7) }], {
        onProgress: ({ phase, done }) => {
          if (phase === 'write' && done > 0 && ++seen === block) off = board.powerOff();
        },
        signal: new AbortController().signal,
        eraseAll: false,
      });
      await off;
      expect(written).toMatchObject({
        ok: false,
        error: { code: 'FLASH_FAILURE', left: 'part' },
      });
      expect(await flasher.verify([{ address: 0, bytes: Buffer.alloc(9, 7) }], options())).toMatchObject({
        ok: false,
      });
    }
  });

  it('names the chip by the word of its id', async () => {
    const board = await blankBoard();
    // CPUID (ARMv7-M Architecture Reference Manual, B3.2.3): part number 0xc23, a Cortex-M3
    const chipAt = { address: 0xe000_ed00, mask: 0xfff0 };
    const flasher = await flasherOf(board.gdb, { chipAt });
    expect(done(await flasher.connect(options())).chip).toBe('0xc230');
  });

  it('says that nothing listens', async () => {
    const flasher = await flasherOf(await freePort());
    expect(await flasher.connect(options())).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE' },
    });
  });
});

describe('what is no debug server', () => {
  it.each(['a console that talks without end\r\n', '++++ what looks like an answer\r\n'])(
    'is told from one: %j',
    async (words) => {
      const server = net.createServer((socket) => {
        const talk = (): void => void socket.write(words.repeat(20), () => setImmediate(talk));
        socket.on('error', () => undefined);
        talk();
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const flasher = await flasherOf((server.address() as net.AddressInfo).port);
      const connected = await flasher.connect(options());
      await flasher.close();
      expect(connected).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('no debug server') },
      });
    },
  );
});

describe('a debug server that has flash (of our own making)', () => {
  it('gets only the blocks erased that are written, then the data, then done', async () => {
    const stub = await startFlashStub('none');
    onTestFinished(stub.close);
    const flasher = await flasherOf(stub.port);
    done(await flasher.connect(options()));
    const bytes = Buffer.alloc(300, 0x23);
    const segments = [{ address: 0x0800_0180, bytes }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    await flasher.close();
    expect(stub.asked.map((text) => text.replace(/:.*/, ''))).toEqual([
      ...['vFlashErase', 'vFlashErase', 'vFlashWrite', 'vFlashWrite', 'vFlashDone'],
    ]);
    expect(stub.flash.subarray(0x180, 0x180 + 300).equals(bytes)).toBe(true);
    expect(stub.flash.subarray(0, 0x100).every((byte) => byte === 0)).toBe(true);
    expect(stub.flash.subarray(0x300).every((byte) => byte === 0)).toBe(true);
  });

  it('is believed where it has checksums, and another one is no pass', async () => {
    const stub = await startFlashStub('wrong');
    onTestFinished(stub.close);
    const flasher = await flasherOf(stub.port);
    done(await flasher.connect(options()));
    const segments = [{ address: 0x0800_0000, bytes: Buffer.alloc(9, 1) }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    expect(await flasher.verify(segments, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
    expect(flasher.verifies).toBe('checksum');
    await flasher.close();
  });

  // CRC-32/MPEG-2 is the same polynomial, start and order; its check value is public (catalogue of Greg Cook).
  it('is checked with the CRC-32 of gdb', () => {
    expect(gdbCrc(Buffer.from('123456789'))).toBe(0x0376_e6e7);
  });
});

const run = promisify(execFile);
let dir: string;
let elf: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-gdb-'));
  elf = (await buildBootloader(dir)).bootloader;
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function segmentsOf(file: string) {
  return done(await loadImage(file)).segments;
}

/** A board without a program, halted, and its debug server. */
async function blankBoard() {
  const gdb = await freePort();
  const folder = await mkdtemp(path.join(dir, 'on-'));
  const serial = await qemuAtPort(folder, ['-M', 'mps2-an385', '-S', '-gdb', `tcp:127.0.0.1:${gdb}`]);
  onTestFinished(serial.stop);
  await listening(gdb);
  return { gdb, port: serial.port, powerOff: serial.stop };
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const there = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (there) return;
  }
}

/** What gdb says to one command, the program's file loaded. */
async function gdb(port: number, command: string): Promise<string> {
  const target = `target remote 127.0.0.1:${port}`;
  const { stdout } = await run('gdb-multiarch', [
    '-nx',
    '-batch',
    elf,
    '-ex',
    target,
    '-ex',
    command,
    '-ex',
    'disconnect',
  ]);
  return stdout;
}

async function flasherOf(port: number, more: object = {}) {
  const settings = FlashSchema.parse({ protocol: 'gdb', port, reset: 'system_reset', ...more });
  const openPort = () => openSerialLink('/dev/null');
  const made = createFlasher(settings, { openPort, usb: null, exec: await realExec(), scratchDir: dir });
  const flasher = done(made);
  onTestFinished(() => flasher.close());
  return flasher;
}
