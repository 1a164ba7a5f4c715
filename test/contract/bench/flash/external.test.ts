import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FlashProgress } from '../../../../electron/bench/flash/flasher.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options } from '../../../fixtures/flashing.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import { AVRDUDE, type BoardFiles, buildBoard, powerOn } from '../../../fixtures/simavr/optiboot-board.js';

describe('an external tool', () => {
  it('is avrdude: writes, reads back and tells the first byte that differs, its words shown', {
    tags: 'full',
  }, async () => {
    const board = await powerOn(files, path.join(dir, 'ok.bin'));
    onTestFinished(board.powerOff);
    const flasher = await flasherOf(avrdude('m328p'), board.port);
    expect(done(await flasher.connect(options())).chip).toBe('0x1e950f');
    const said: string[] = [];
    const segments = [{ address: 0x80, bytes: program(1000) }];
    done(await flasher.write(segments, { ...options(({ text = '' }) => said.push(text)), eraseAll: false }));
    expect(said.join('\n')).toMatch(/bytes of flash (written|verified)/);
    expect(flasher.verifies).toBe('read-back');
    done(await flasher.verify(segments, options()));
    const other = Buffer.from(program(1000));
    other[5] = 0;
    expect(await flasher.verify([{ address: 0x80, bytes: other }], options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x0085') },
    });
  });

  it('is avrdude: another chip is refused, in our words', async () => {
    const board = await powerOn(files, path.join(dir, 'chip.bin'));
    onTestFinished(board.powerOff);
    const named = await flasherOf(avrdude('m168p'), board.port);
    expect(await named.connect(options())).toMatchObject({ ok: false, error: { code: 'BOARD_MISMATCH' } });
    const flasher = await flasherOf({ ...avrdude('m168p'), identify: undefined }, board.port);
    done(await flasher.connect(options()));
    const written = await flasher.write(SEGMENTS, { ...options(), eraseAll: false });
    expect(written).toMatchObject({ ok: false, error: { code: 'BOARD_MISMATCH' } });
  });

  it('gets the bytes of each segment where it asks for addresses', async () => {
    const log = path.join(dir, 'log');
    const tool = await script('each', `echo "$1 $(cksum < "$2")" >> '${log}'`);
    const flasher = await flasherOf({ write: [tool, '{address}', '{image}'] });
    done(await flasher.connect(options()));
    const segments = [...SEGMENTS, { address: 0x8000, bytes: program(3) }];
    const seen: FlashProgress[] = [];
    done(await flasher.write(segments, { ...options((p) => seen.push(p)), eraseAll: false }));
    expect(seen.at(-1)).toMatchObject({ done: 13, total: 13 });
    expect(
      (await readFile(log, 'utf8')).match(/^0x\w+ \d+ \d+/gm)?.map((l) => l.replace(/ \d+ /, ' ')),
    ).toEqual(['0x0000 10', '0x8000 3']);
    done(await flasher.verify(segments, options()));
    expect(flasher.verifies).toBe('echo');
  });

  it('is not ended for what it prints, and its last words count', async () => {
    const written = path.join(dir, 'whole');
    const tool = await script(
      'talkative',
      `yes | head -c 6000000; touch '${written}'; echo 'E7: not erased'; exit 1`,
    );
    const errors = [{ pattern: '^E7', code: 'FLASH_FAILURE' }];
    const flasher = await flasherOf({ write: [tool, '{image}'], errors });
    done(await flasher.connect(options()));
    expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: {
        code: 'FLASH_FAILURE',
        message: expect.stringContaining('the profile takes for FLASH_FAILURE'),
      },
    });
    expect(existsSync(written)).toBe(true);
  });

  it('fails where it says so although it ends with 0, by the known words of J-Link or those of the profile', async () => {
    const jlink = await script('jlink', 'echo "Cannot connect to target."');
    const first = await flasherOf({ write: [jlink, '{image}'] });
    done(await first.connect(options()));
    expect(await first.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE' },
    });
    const own = await script('own', 'echo "E42: bad block"');
    const errors = [{ pattern: '^E42', code: 'FLASH_FAILURE' }];
    const second = await flasherOf({ write: [own, '{image}'], errors });
    done(await second.connect(options()));
    expect(await second.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE' },
    });
  });

  it('says what is missing, what nobody knows, and that a time limit leaves the board unknown', async () => {
    const cases: [object, object][] = [
      [{ write: ['no-such-flashing-tool', '{image}'] }, { code: 'TOOLCHAIN_MISSING', left: 'unchanged' }],
      [
        { write: [await script('odd', 'echo "odd thing"; exit 3'), '{image}'] },
        { code: 'FLASH_FAILURE', message: expect.stringContaining('odd thing') },
      ],
      [
        { write: [await script('slow', 'sleep 600'), '{image}'], timeoutSec: 0.2 },
        { code: 'FLASH_FAILURE', left: 'unknown' },
      ],
      [{ write: ['true', '{picture}'] }, { code: 'SCRIPT_REFUSED' }],
    ];
    for (const [settings, error] of cases) {
      const flasher = await flasherOf(settings);
      done(await flasher.connect(options()));
      expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
        ok: false,
        error,
      });
      expect(await flasher.verify(SEGMENTS, options())).toMatchObject({ ok: false });
    }
  });

  it('does not take a file that it did not fill for what the board holds', async () => {
    const flasher = await flasherOf({ write: ['true'], read: ['true', '{file}', '{start}', '{size}'] });
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
  });
});

let dir: string;
let files: BoardFiles;
const program = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));
const SEGMENTS = [{ address: 0, bytes: program(10) }];

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-external-'));
  files = await buildBoard(path.join(dir, 'board'), 0);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const avrdude = (part: string) => {
  const common = [...AVRDUDE, '-p', part, '-c', 'arduino', '-P', '{port}', '-b', '115200'];
  return {
    write: [...common, '-D', '-U', 'flash:w:{image}:i'],
    read: [...common, '-U', 'flash:r:{file}:r'],
    identify: { command: common, chip: '[Dd]evice signature = (0x[0-9a-f]+)' },
  };
};

async function script(name: string, body: string): Promise<string> {
  const file = path.join(dir, `${name}.sh`);
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
  return file;
}

async function flasherOf(settings: object, port = '/dev/null') {
  const parsed = FlashSchema.parse({ protocol: 'external', ...settings });
  const openPort = () => openSerialLink(port);
  return done(createFlasher(parsed, { openPort, usb: null, exec: await realExec(), scratchDir: dir }));
}
