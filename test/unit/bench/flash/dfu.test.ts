import { describe, expect, it } from 'vitest';
import { createDfu } from '../../../../electron/bench/flash/dfu/dfu.js';
import type { Result } from '../../../../shared/problem.js';
import { FlashSchema } from '../../../../shared/profile/flash.js';
import { accessTo } from '../../../fixtures/dfu/in-memory.js';
import { createDfuDevice, type DfuHow, START, type Unplug } from '../../../fixtures/dfu/model.js';
import { done, options } from '../../../fixtures/flashing.js';

describe('DFU against a device that holds it to the state diagram', () => {
  it.each([
    ['DfuSe', { dfuse: true }],
    [
      'DfuSe with blocks as large as a sector',
      { dfuse: true, transferSize: 1024, sectors: [512, 512, 512, 4096, 1024] },
    ],
    ['DfuSe with an odd transfer size', { dfuse: true, transferSize: 1000 }],
    ['DfuSe with more than one control transfer takes', { dfuse: true, transferSize: 16_384 }],
    ['plain DFU', {}],
    ['plain DFU that takes time', { writeMs: 2, manifestMs: 5 }],
    ['a device whose program runs', { begins: 'run-time' }],
    ['a program that waits for a reset', { begins: 'run-time', willDetach: false }],
  ] as const)('writes, reads back and starts: %s', async (_, how) => {
    const { device, flasher } = on(how);
    expect(await flasher.connect(options())).toMatchObject({
      ok: true,
      value: { chip: '1209:0002', serial: 'DFU-0001' },
    });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(holds(device.memory.bytes)).toBe(true);
    done(await flasher.verify(SEGMENTS, options()));
    expect(flasher.verifies).toBe('read-back');
    done(await flasher.start(options()));
    expect(device.mode).toBe('leaving');
    expect(device.offences).toEqual([]);
  });

  it('writes several segments, and leaves what they do not touch', async () => {
    const { device, flasher } = on({ dfuse: true });
    device.memory.bytes.fill(0x11);
    done(await flasher.connect(options()));
    const segments = [START + 3, START + 0x9001].map((address) => ({
      address,
      bytes: BYTES.subarray(0, 1500),
    }));
    done(await flasher.write(segments, { ...options(), eraseAll: false }));
    done(await flasher.verify(segments, options()));
    const sectors = [0, 1, 2, 3].map((n) => device.memory.bytes.subarray(n * 0x4000, (n + 1) * 0x4000));
    expect(sectors.map((sector) => sector.every((byte) => byte === 0x11))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(device.memory.bytes.subarray(0, 3).every((byte) => byte === 0xff)).toBe(true);
    expect(device.offences).toEqual([]);
  });

  it('erases everything where that is asked for', async () => {
    const { device, flasher } = on({ dfuse: true });
    device.memory.bytes.fill(0x11);
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: true }));
    expect(device.memory.bytes.subarray(BYTES.length).every((byte) => byte === 0xff)).toBe(true);
    const { flasher: plain } = on({});
    done(await plain.connect(options()));
    expect(await plain.write(SEGMENTS, { ...options(), eraseAll: true })).toMatchObject({ ok: false });
  });

  it('reads any range, and says where the memory ends', async () => {
    for (const dfuse of [true, false]) {
      const { device, flasher } = on({ dfuse });
      device.memory.bytes.set(BYTES, 0);
      done(await flasher.connect(options()));
      const read = await flasher.read?.({ start: START + 1021, size: 2050 }, options());
      expect(read?.ok && BYTES.subarray(1021, 3071).equals(read.value)).toBe(true);
      const size = device.memory.bytes.length;
      expect(await flasher.read?.({ start: START + size - 8, size: 16 }, options())).toMatchObject({
        ok: false,
      });
      expect((await flasher.read?.({ start: START, size: 100 }, options()))?.ok).toBe(true);
      expect(device.offences).toEqual([]);
    }
  });

  it.each<Unplug['request']>(['dnload', 'getstatus', 'erase', 'upload', 'manifest'])(
    'never says done when it is unplugged at any %s',
    async (request) => {
      for (const how of [{ dfuse: true }, {}, { tolerant: false }] as const) {
        let nth = 1;
        while (!(await isDone({ ...how, unplug: { request, nth } }))) nth += 1;
        const once = await isDone(how);
        expect(once, 'the whole of it passes where nobody pulls the plug').toBe(true);
      }
    },
  );

  it('finds one wrong bit of a device that acknowledged everything', async () => {
    const { flasher } = on({ dfuse: true, badByte: START + 2000 });
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE', message: expect.stringContaining('0x80007d0') },
    });
  });

  it.each([
    [3, 'errWRITE'],
    [6, 'errPROG'],
    [7, 'errVERIFY'],
    [8, 'errADDRESS'],
  ])('names the status of a device that cannot write: %i', async (status, name) => {
    for (const dfuse of [true, false]) {
      const { flasher } = on({ dfuse, failBlock: { nth: 3, status } });
      done(await flasher.connect(options()));
      expect(await flasher.write(SEGMENTS, { ...options(), eraseAll: false })).toMatchObject({
        ok: false,
        error: { code: 'FLASH_FAILURE', message: expect.stringMatching(new RegExp(`${name}.*2048 of`)) },
      });
      // The error is cleared, and the next attempt is whole.
      done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
      done(await flasher.verify(SEGMENTS, options()));
    }
  });

  it('goes on with a device that was left in the middle of something', async () => {
    const { device, flasher } = on({ dfuse: true });
    const usb = await accessTo(device).open();
    if (!usb.ok) throw new Error('unreachable');
    const download = {
      requestType: 'class',
      recipient: 'interface',
      request: 1,
      value: 0,
      index: 0,
    } as const;
    await usb.value.out(download, Uint8Array.of(0x41));
    done(await flasher.connect(options()));
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
  });

  it('says that protected memory cannot be read', async () => {
    const { flasher } = on({ dfuse: true, protected: true });
    done(await flasher.connect(options()));
    expect(await flasher.read?.({ start: START, size: 16 }, options())).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('protected') },
    });
  });

  it('verifies by acknowledgements what cannot be read, and only what it wrote itself', async () => {
    const { flasher } = on({ canUpload: false });
    done(await flasher.connect(options()));
    expect(await flasher.read?.({ start: START, size: 16 }, options())).toMatchObject({ ok: false });
    expect(await flasher.verify(SEGMENTS, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
    done(await flasher.write(SEGMENTS, { ...options(), eraseAll: false }));
    done(await flasher.verify(SEGMENTS, options()));
    expect(flasher.verifies).toBe('echo');
    expect(on({}, { upload: false }).flasher.read).toBeUndefined();
  });

  it('refuses, before a byte is written, what the device has no flash for', async () => {
    for (const [how, settings, address] of [
      [{ dfuse: true }, {}, 0x1000_0000],
      [{ dfuse: true }, { alternate: 1 }, START],
      [{}, {}, START + 16],
      [{ canDownload: false }, {}, START],
    ] as const) {
      const { device, flasher } = on(how, settings);
      done(await flasher.connect(options()));
      const written = await flasher.write([{ address, bytes: BYTES }], { ...options(), eraseAll: false });
      expect(!written.ok && written.error.message).toContain('nothing was written');
      expect(device.memory.bytes.every((byte) => byte === 0xff)).toBe(true);
    }
  });

  it('names the alternate settings that there are', async () => {
    const { flasher } = on({ dfuse: true }, { alternate: 7 });
    expect(await flasher.connect(options())).toMatchObject({
      ok: false,
      error: { code: 'BOARD_MISMATCH', message: expect.stringContaining('1 (@Option Bytes') },
    });
  });

  it('leaves a board in DFU mode that it only looked at, and brings one back that it told to leave its program', async () => {
    const [found, told] = [on({ dfuse: true }), on({ dfuse: true, begins: 'run-time' })];
    for (const { flasher } of [found, told]) {
      done(await flasher.connect(options()));
      done(await flasher.start(options()));
    }
    expect([found.device.mode, told.device.mode]).toEqual(['dfu', 'leaving']);
  });

  it('stops between blocks when it is told to, and says what is written', async () => {
    const { flasher } = on({ dfuse: true });
    done(await flasher.connect(options()));
    const stop = new AbortController();
    const written = await flasher.write(SEGMENTS, {
      onProgress: ({ phase, done }) => phase === 'write' && done === 2048 && stop.abort(),
      signal: stop.signal,
      eraseAll: false,
    });
    expect(!written.ok && written.error.message).toContain('2048 of');
  });
});

/** Bytes without a pattern that two blocks could share. */
const BYTES = Buffer.from(Array.from({ length: 5003 }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));
const SEGMENTS = [{ address: START, bytes: BYTES }];
const holds = (memory: Uint8Array): boolean => BYTES.equals(memory.subarray(0, BYTES.length));

function on(how: DfuHow, settings: object = {}) {
  const device = createDfuDevice(how);
  const regions = [{ name: 'flash', start: START, size: 0x4_0000, page: 1024 }];
  const parsed = FlashSchema.parse({ protocol: 'dfu', connectSec: 0.2, regions, ...settings });
  if (parsed.protocol !== 'dfu') throw new Error('unreachable');
  const nothing = () => Promise.reject(new Error('not of DFU'));
  const access = { openPort: nothing, usb: null, device: accessTo(device), exec: nothing, scratchDir: '' };
  return { device, flasher: createDfu(parsed, access) };
}

/** Whether a whole flash says so; what it says, must be. */
async function isDone(how: DfuHow): Promise<boolean> {
  const { device, flasher } = on(how);
  const steps: (() => Promise<Result<unknown>>)[] = [
    () => flasher.connect(options()),
    () => flasher.write(SEGMENTS, { ...options(), eraseAll: false }),
    () => flasher.verify(SEGMENTS, options()),
  ];
  for (const step of steps) if (!(await step()).ok) return false;
  expect(holds(device.memory.bytes)).toBe(true);
  expect(device.offences).toEqual([]);
  return true;
}
