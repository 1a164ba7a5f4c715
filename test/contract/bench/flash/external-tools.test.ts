import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FlashProgress } from '../../../../electron/bench/flash/flasher.js';
import { createFlasher } from '../../../../electron/bench/flash/flashers.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { realExec } from '../../../fixtures/exec.js';
import { done, options, program } from '../../../fixtures/flashing.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import { until } from '../../../fixtures/until.js';

const CHIP_BYTES = 128 * 1024;

describe('flashrom, with a chip of its own simulation', () => {
  it('names the chip, writes it, and is read back byte by byte', async () => {
    const { settings, memory } = chip('good');
    const flasher = await flasherOf(settings);
    expect(done(await flasher.connect(options()))).toMatchObject({ chip: 'M25P10', loader: 'flashrom' });
    const segments = [{ address: 0, bytes: program(CHIP_BYTES) }];
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    expect(flasher.verifies).toBe('read-back');
    done(await flasher.verify(segments, options()));
    expect(program(CHIP_BYTES).equals(await readFile(memory))).toBe(true);
    const other = program(CHIP_BYTES);
    other[77] = (other[77] ?? 0) ^ 1;
    await writeFile(memory, other);
    expect(await flasher.verify(segments, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x004d') },
    });
  });

  it('refuses what is not of the size of the chip, and says that no chip answers', async () => {
    const { settings } = chip('refuses');
    const small = await flasherOf(settings);
    done(await small.connect(options()));
    expect(
      await small.write([{ address: 0, bytes: program(1000) }], { ...options(), eraseAll: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: 'flashrom does not take the image' },
    });
    const none = ['flashrom', '-p', 'dummy:bus=spi'];
    const absent = await flasherOf({ ...settings, identify: { command: none, chip: 'flash chip "(.*?)"' } });
    expect(await absent.connect(options())).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE', message: 'flashrom found no flash chip' },
    });
  });
});

describe('OpenOCD, with its dummy adapter and its faux flash', () => {
  const board = (file: string) => ['openocd', '-f', file, '-c', 'program {{image}} {address} exit'];

  it('writes where the chip has flash', async () => {
    const flasher = await flasherOf({ write: board(faux) });
    done(await flasher.connect(options()));
    done(
      await flasher.write([{ address: 0x0100_0000, bytes: program(1024) }], {
        ...options(),
        eraseAll: false,
      }),
    );
  });

  it('takes its commands from a file of the profile', async () => {
    const commands = 'program {{image}} {address} exit';
    const flasher = await flasherOf({ write: ['openocd', '-f', faux, '-f', '{commands}'], commands });
    done(await flasher.connect(options()));
    const segments = [{ address: 0x0100_0000, bytes: program(1024) }];
    const said: string[] = [];
    const hear = ({ text = '' }: FlashProgress) => said.push(text);
    done(await flasher.write(segments, { ...options(hear), eraseAll: false }));
    expect(said.join('\n')).toContain('Programming Finished');
  });

  it('is not believed where it ends with 0 and wrote nothing: there is no flash at that address', async () => {
    const flasher = await flasherOf({ write: board(faux) });
    done(await flasher.connect(options()));
    const written = await flasher.write([{ address: 0x0200_0000, bytes: program(1024) }], {
      ...options(),
      eraseAll: false,
    });
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: expect.stringContaining('knows no flash') },
    });
  });
});

describe('the words of real tools', () => {
  const openocd = (...more: readonly string[]) => ['openocd', ...more, '-c', 'program {image} verify exit'];
  const stm32 = ['-f', 'target/stm32f4x.cfg'];
  const jtag = ['-c', 'adapter driver dummy; transport select jtag; adapter speed 1000'];
  const CASES: readonly [what: string, write: string[], code: string, message: string][] = [
    ['OpenOCD: no ST-Link', openocd('-f', 'interface/stlink.cfg', ...stm32), 'TEST_ENV_FAILURE', 'no probe'],
    [
      'OpenOCD: no CMSIS-DAP',
      openocd('-f', 'interface/cmsis-dap.cfg', ...stm32),
      'TEST_ENV_FAILURE',
      'no probe',
    ],
    ['OpenOCD: no J-Link', openocd('-f', 'interface/jlink.cfg', ...stm32), 'TEST_ENV_FAILURE', 'no probe'],
    [
      'OpenOCD: no FTDI',
      openocd('-f', 'interface/ftdi/olimex-arm-usb-ocd-h.cfg', ...stm32),
      'TEST_ENV_FAILURE',
      'no probe',
    ],
    ['OpenOCD: no target', openocd(...jtag, ...stm32), 'TEST_ENV_FAILURE', 'could not reach the target'],
    ['OpenOCD: no such board', openocd('-f', 'board/no-such.cfg'), 'TEST_ENV_FAILURE', 'the configuration'],
    [
      'st-flash: no ST-Link',
      ['st-flash', '--reset', 'write', '{image}', '{address}'],
      'TEST_ENV_FAILURE',
      'no probe',
    ],
    [
      'dfu-util: no board',
      ['dfu-util', '-a', '0', '-s', '{address}', '-D', '{image}'],
      'TEST_ENV_FAILURE',
      'DFU mode',
    ],
    [
      'avrdude: no port',
      ['avrdude', '-p', 'm328p', '-c', 'arduino', '-P', '/dev/no-such-port', '-U', 'flash:w:{image}:i'],
      'TEST_ENV_FAILURE',
      'the port',
    ],
  ];

  it.each(CASES)('%s', async (_, write, code, message) => {
    const flasher = await flasherOf({ write });
    done(await flasher.connect(options()));
    const written = await flasher.write([{ address: 0, bytes: program(64) }], {
      ...options(),
      eraseAll: false,
    });
    expect(written).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(message) } });
  });
});

describe('the abort of a tool', () => {
  it.each([
    ['waits for its end where the profile has no markers', {}, 'exit 0'],
    ['waits for what is safe again', { unsafeFrom: '^erasing', safeAgain: '^verified' }, 'sleep 600'],
  ])('%s', async (_, markers, afterwards) => {
    const go = path.join(dir, `go-${afterwards.length}`);
    const wait = `while [ ! -e '${go}' ]; do sleep 0.05; done`;
    const { said, written } = await aborted(
      markers,
      ['echo erasing', wait, 'echo verified', afterwards],
      async () => {
        await delay(500); // nothing depends on it: a tool that is ended too early never comes to its end
        await writeFile(go, '');
      },
    );
    expect(said).toContain('verified');
    expect(written.ok).toBe(afterwards === 'exit 0');
  });

  it('ends it before the first marker', async () => {
    const { written } = await aborted({ unsafeFrom: '^erasing' }, ['echo connecting', 'sleep 600']);
    expect(written).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: expect.stringContaining('ended by the abort') },
    });
  });

  it('ends all that the tool started', async () => {
    const pidFile = path.join(dir, 'grandchild');
    const tool = await script('tree', [`sh -c 'echo $$ > "${pidFile}"; echo ready; exec sleep 600' & wait`]);
    const flasher = await flasherOf({ write: ['true'], read: [tool, '{file}', '{start}'] });
    done(await flasher.connect(options()));
    const abort = new AbortController();
    const read = await flasher.read?.(
      { start: 0, size: 4 },
      options(() => abort.abort(), abort.signal),
    );
    expect(read).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('ended by the abort') },
    });
    const pid = (await readFile(pidFile, 'utf8')).trim();
    await until(async () => {
      const left = await run('ps', ['-o', 'stat=', '-p', pid]).catch(() => null);
      return left === null || left.stdout.startsWith('Z');
    });
  });
});

describe('what a tool says of the chip', () => {
  it('is not taken where the pattern does not fit, and a chip that nobody can name is refused', async () => {
    const tool = await script('who', ['echo "chip: stm32f411, probe 0669FF"']);
    const asked = { write: ['true'], chip: 'stm32f411' };
    const named = await flasherOf({
      ...asked,
      identify: { command: [tool], chip: 'chip: (\\w+)', serial: 'probe (\\w+)' },
    });
    expect(done(await named.connect(options()))).toMatchObject({ chip: 'stm32f411', serial: '0669FF' });
    const other = await flasherOf({ ...asked, identify: { command: [tool], chip: 'part (\\w+)' } });
    expect(await other.connect(options())).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});

const run = promisify(execFile);
let dir: string;
let faux: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-tools-'));
  faux = path.join(dir, 'faux.cfg');
  // OpenOCD User's Guide: "dummy" adapter; `faux` and `testee` are its own stand-ins for a flash and a processor
  await writeFile(
    faux,
    [
      ...['adapter driver dummy', 'transport select jtag', 'adapter speed 1000'],
      'jtag newtap t cpu -irlen 4 -expected-id 0',
      'target create t.cpu testee -chain-position t.cpu',
      'flash bank f0 faux 0x01000000 0x10000 0 0 t.cpu',
    ].join('\n'),
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** A chip of flashrom's dummy programmer, whose memory is a file. */
function chip(name: string) {
  const memory = path.join(dir, `${name}.flash`);
  const common = ['flashrom', '-p', `dummy:emulate=M25P10.RES,image=${memory}`];
  const settings = {
    write: [...common, '-w', '{bin}'],
    read: [...common, '-r', '{file}'],
    identify: { command: common, chip: 'flash chip "(.*?)"' },
  };
  return { memory, settings };
}

/** Writes by a script of these lines, and aborts upon the first that it says. */
async function aborted(
  markers: object,
  lines: readonly string[],
  then: () => Promise<void> = async () => {},
) {
  const flasher = await flasherOf({ write: [await script('abort', lines), '{image}'], ...markers });
  done(await flasher.connect(options()));
  const abort = new AbortController();
  const said: string[] = [];
  let after = Promise.resolve();
  const hear = ({ text }: FlashProgress) => {
    if (text === undefined) return;
    said.push(text);
    if (!abort.signal.aborted) after = then();
    abort.abort();
  };
  const segments = [{ address: 0, bytes: program(9) }];
  const written = await flasher.write(segments, { ...options(hear, abort.signal), eraseAll: false });
  await after;
  return { said, written };
}

async function script(name: string, lines: readonly string[]): Promise<string> {
  const file = path.join(dir, `${name}.sh`);
  await writeFile(file, `#!/bin/sh\n${lines.join('\n')}\n`);
  await chmod(file, 0o755);
  return file;
}

async function flasherOf(settings: object) {
  const parsed = FlashSchema.parse({ protocol: 'external', ...settings });
  const openPort = () => openSerialLink('/dev/null');
  return done(createFlasher(parsed, { openPort, usb: null, exec: await realExec(), scratchDir: dir }));
}
