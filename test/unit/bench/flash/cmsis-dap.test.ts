import { describe, expect, it } from 'vitest';
import { createCmsisDap } from '../../../../electron/bench/flash/cmsis-dap/cmsis-dap.js';
import type { Result } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { createProbe, type ProbeHow, type Pull, START } from '../../../fixtures/dap/probe.js';
import { accessTo } from '../../../fixtures/dfu/in-memory.js';
import { done, options } from '../../../fixtures/flashing.js';

describe('CMSIS-DAP against a probe with DAPLink and its target', () => {
  it.each<[string, ProbeHow]>([
    ['version 1', { kind: 'v1' }],
    ['version 1 without an OUT endpoint', { kind: 'v1-control' }],
    ['version 2', { kind: 'v2' }],
    ['both versions', { kind: 'both' }],
    ['a probe that a host left in the middle of something', { leftOver: true }],
  ])('writes, reads back and starts: %s', async (_, how) => {
    const { probe, flasher } = on(how);
    expect(done(await flasher.connect(options()))).toEqual({
      chip: 'cortex-m4',
      serial: '9900BENCH0001',
      loader: 'DAPLink 0257, for BENCH32F4, CMSIS-DAP 2.1.0',
    });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(holds(probe.memory.bytes)).toBe(true);
    done(await flasher.verify(SEGMENTS, options()));
    expect(flasher.verifies).toBe('read-back');
    done(await flasher.start(options()));
    expect(probe.resets).toBe(1);
    await flasher.close();
    expect(probe.offences).toEqual(how.leftOver ? ['open of a stream that is open'] : []);
  });

  it('erases what the image touches, and all of it only where that is asked for', async () => {
    for (const eraseAll of [false, true]) {
      const { probe, flasher } = on({});
      probe.memory.bytes.fill(0x11);
      done(await flasher.connect(options()));
      done(await flasher.write([{ address: START + 0x1003, bytes: BYTES }], { ...options(), eraseAll }));
      const sectors = [0, 1, 2, 3].map((n) => probe.memory.bytes.subarray(n * 0x1000, (n + 1) * 0x1000));
      const untouched = [true, false, false, true].map((is) => is && !eraseAll);
      expect(sectors.map((sector) => sector.every((byte) => byte === 0x11))).toEqual(untouched);
    }
  });

  it('does not write by a DAPLink that can only erase all, unless that was agreed to', async () => {
    const { probe, flasher } = on({ version: '' });
    probe.memory.bytes.fill(0x11);
    expect(done(await flasher.connect(options())).loader).toBe('DAPLink, for BENCH32F4, CMSIS-DAP 2.1.0');
    expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', message: expect.stringContaining('nothing was written') },
    });
    expect(probe.memory.bytes.every((byte) => byte === 0x11)).toBe(true);
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: true }));
    done(await flasher.verify(SEGMENTS, options()));
  });

  it('reads any range across the places where the address does not count up', async () => {
    const { probe, flasher } = on({ kind: 'v2', wrap: 1024 });
    probe.memory.bytes.set(BYTES, 0);
    done(await flasher.connect(options()));
    const progress: number[] = [];
    const read = await flasher.read?.(
      { start: START + 1021, size: 2050 },
      options(({ done: count }) => progress.push(count)),
    );
    expect(read?.ok && BYTES.subarray(1021, 3071).equals(read.value)).toBe(true);
    expect(progress.at(-1)).toBe(2050);
    const end = START + probe.memory.bytes.length;
    expect(await flasher.read?.({ start: end - 8, size: 16 }, options())).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('refuses the access') },
    });
    expect((await flasher.read?.({ start: START, size: 100 }, options()))?.ok, 'the fault is cleared').toBe(
      true,
    );
    expect(probe.offences).toEqual([]);
  });

  it.each<Pull>(['info', 'connect', 'transfer', 'block', 'open', 'write', 'close'])(
    'never says done when it is unplugged at any %s',
    async (at) => {
      for (const kind of ['v1', 'v2'] as const) {
        let nth = 1;
        while (!(await isDone({ kind, unplug: { at, nth } }))) nth += 1;
        expect(nth, 'it was pulled').toBeGreaterThan(1);
        expect(await isDone({ kind }), 'the whole of it passes where nobody pulls the plug').toBe(true);
      }
    },
  );

  it('finds one wrong bit of a target that DAPLink took for programmed', async () => {
    const { flasher } = on({ badByte: START + 2000 });
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x80007d0') },
    });
  });

  it.each<[ProbeHow, RegExp, RegExp]>([
    [{ failWrite: { nth: 40, status: 17 } }, /page 0x8000200: writing: .*cannot program/, /has power/],
    [{ failWrite: { nth: 2, status: 9 } }, /no programming algorithm for this address/, /which chip/],
    [{ failWrite: { nth: 2, status: 200 } }, /error 200/, /again/],
    [{ failWrite: { nth: 2, status: 17 }, version: '' }, /error 17/, /again/],
    [{ failClose: 18 }, /finishing: .*does not read back/, /has power/],
  ])('says what DAPLink says, and what to do: %j', async (how, message, next) => {
    const { probe, flasher } = on(how);
    done(await flasher.connect(options()));
    const written = await flasher.write(SEGMENTS, { ...options(), eraseAll: how.version === '' });
    expect(written).toMatchObject({
      ok: false,
      error: {
        code: 'FLASH_FAILURE',
        message: expect.stringMatching(message),
        next: expect.stringMatching(next),
      },
    });
    expect(probe.offences, 'its stream was closed, once').toEqual([]);
  });

  it('stops between pieces when it is told to, says what is written, and leaves the probe ready', async () => {
    const { probe, flasher } = on({});
    done(await flasher.connect(options()));
    const stop = new AbortController();
    const written = await flasher.write(SEGMENTS, {
      onProgress: ({ phase, done: count }) => phase === 'write' && count === 2048 && stop.abort(),
      signal: stop.signal,
      eraseAll: false,
    });
    expect(!written.ok && written.error.message).toContain('2048 of');
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
    expect(probe.offences).toEqual([]);
  });

  it.each<[string, ProbeHow, string]>([
    ['a target without power', { silent: true }, 'does not answer by SWD'],
    ['protected flash', { protected: true }, 'refuses the access'],
    ['a target that stays asleep', { asleep: true }, 'does not switch its debug domain on'],
  ])('says what is the matter with %s', async (_, how, words) => {
    const { flasher } = on(how, { chipAt: { address: START }, connectSec: how.asleep ? 0.05 : 300 });
    expect(await flasher.connect(options())).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE', message: expect.stringContaining(words), next: expect.any(String) },
    });
    await flasher.close();
  });

  it('stops taking hold of a target that stays asleep when it is told to', async () => {
    const { flasher } = on({ asleep: true }, { connectSec: 300 });
    const connecting = flasher.connect({ ...options(), signal: AbortSignal.abort() });
    expect(await connecting).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('stopped') },
    });
    await flasher.close();
  });

  it("names the chip by the profile's own word for it", async () => {
    const { probe, flasher } = on({}, { chipAt: { address: START + 4, mask: 0xfff } });
    probe.memory.bytes.set([0x13, 0x64, 0x07, 0x10], 4);
    expect(done(await flasher.connect(options())).chip).toBe('0x413');
  });

  it('refuses what is no probe, and does not write by a probe without DAPLink', async () => {
    const { flasher } = on({ kind: 'v1', product: 'A keyboard', vendor: 0x1209, names: ['Keys', 'More'] });
    expect(await flasher.connect(options())).toMatchObject({ ok: false, error: { code: 'BOARD_MISMATCH' } });
    const other = on({ kind: 'v2', product: 'Another CMSIS-DAP', vendor: 0x1209 });
    expect(done(await other.flasher.connect(options())).loader).toBe('for BENCH32F4, CMSIS-DAP 2.1.0');
    expect(await other.flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('nothing was written') },
    });
    expect(other.probe.asked.has(0x80), 'nobody knows what that means to it').toBe(false);
  });
});

/** Bytes without a pattern that two blocks could share. */
const BYTES = Buffer.from(Array.from({ length: 5003 }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));
const SEGMENTS = [{ address: START, bytes: BYTES }];
const holds = (memory: Uint8Array): boolean => BYTES.equals(memory.subarray(0, BYTES.length));

function on(how: ProbeHow, settings: object = {}) {
  const probe = createProbe(how);
  const regions = [{ name: 'flash', start: START, size: 0x1_0000, page: 4096 }];
  const parsed = FlashSchema.parse({ protocol: 'cmsis-dap', regions, ...settings });
  if (parsed.protocol !== 'cmsis-dap') throw new Error('unreachable');
  const nothing = () => Promise.reject(new Error('not of CMSIS-DAP'));
  const access = { openPort: nothing, usb: null, device: accessTo(probe), exec: nothing, scratchDir: '' };
  return { probe, flasher: createCmsisDap(parsed, access) };
}

/** Whether a whole flash says so; what it says, must be. */
async function isDone(how: ProbeHow): Promise<boolean> {
  const { probe, flasher } = on(how);
  const few = [{ address: START, bytes: BYTES.subarray(0, 1100) }];
  const steps: (() => Promise<Result<unknown>>)[] = [
    () => flasher.connect(options()),
    () => flasher.write(few, { ...options(), eraseAll: false }),
    () => flasher.verify(few, options()),
  ];
  try {
    for (const step of steps) if (!(await step()).ok) return false;
  } finally {
    await flasher.close();
  }
  expect(BYTES.subarray(0, 1100).equals(probe.memory.bytes.subarray(0, 1100))).toBe(true);
  expect(probe.offences).toEqual([]);
  return true;
}
