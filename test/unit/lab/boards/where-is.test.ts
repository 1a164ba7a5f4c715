import { describe, expect, it } from 'vitest';
import { boardKey, joined } from '../../../../electron/bench/ports/same-board.js';
import { knownAs } from '../../../../electron/lab/boards/locate.js';
import { whereIs } from '../../../../electron/lab/boards/where-is.js';
import { BoardProfileSchema } from '../../../../shared/profile/board.js';
import type { FakeDevice } from '../../../fixtures/ports/fake-sysfs.js';
import { portOf } from '../../../fixtures/ports/port-of.js';

const profile = BoardProfileSchema.parse({
  ...{ id: 'pico', kind: 'board', title: 'Pico', find: { usb: { vendor: '2e8a', product: '000a' } } },
  flash: {
    ...{ protocol: 'uf2', family: 0xe48b_ff56, regions: [] },
    ids: { vendor: '2e8a', product: '0003' },
  },
});
const inRom = (at: string): FakeDevice => ({
  ...{ at, vendor: '2e8a', product: '0003', serial: 'E0C9125B0D9B', name: 'RP2 Boot' },
  interfaces: [{ code: '080650', driver: 'usb-storage' }],
});
const RUNNING: FakeDevice = {
  ...{ at: '1-4', vendor: '2e8a', product: '000a', serial: 'E6614104037A6B2F', name: 'Pico' },
  interfaces: [{ code: '020200', driver: 'cdc_acm', tty: 'ttyACM0' }],
};

/** As the registry notes a board that was seen with its program and in its bootloader. */
const board = async () => {
  const [program, loader] = [await portOf(RUNNING), await portOf(inRom('1-4'))];
  return { profile: 'pico', key: joined(boardKey(program), boardKey(knownAs(profile, loader))) };
};

describe('where a board is', () => {
  it('is the port of its program', async () => {
    const port = await portOf(RUNNING);
    expect(await whereIs(await board(), [port], [profile])).toBe(port.path);
  });

  it('is the device that it is while it waits in its bootloader, which has other ids', async () => {
    const loader = await portOf(inRom('1-4'));
    expect(await whereIs(await board(), [loader], [profile])).toBe(loader.path);
  });

  it('is nowhere where another board waits in its bootloader, or the profile is not known', async () => {
    expect(await whereIs(await board(), [await portOf(inRom('1-5'))], [profile])).toBeNull();
    expect(await whereIs(await board(), [await portOf(inRom('1-4'))], [])).toBeNull();
  });
});
