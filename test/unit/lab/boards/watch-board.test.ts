import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { boardKey, joined, recognise } from '../../../../electron/bench/ports/same-board.js';
import type { Candidate } from '../../../../electron/lab/boards/choose.js';
import { knownAs } from '../../../../electron/lab/boards/locate.js';
import { registeredId } from '../../../../electron/lab/boards/registered-id.js';
import {
  type BoardRegistry,
  listBoards,
  noteBoard,
  openBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import { noteName } from '../../../../electron/lab/boards/watch-board.js';
import { BoardProfileSchema } from '../../../../shared/profile/board.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import type { FakeDevice } from '../../../fixtures/ports/fake-sysfs.js';
import { portOf } from '../../../fixtures/ports/port-of.js';

const profile = BoardProfileSchema.parse({
  ...{ id: 'pico', kind: 'board', title: 'Pico', find: { usb: { vendor: '2e8a', product: '000a' } } },
  flash: {
    ...{ protocol: 'uf2', family: 0xe48b_ff56, regions: [] },
    ids: { vendor: '2e8a', product: '0003' },
  },
});

/** RP2040: the ROM has the same serial number in every chip (datasheet, 2.8.4), programs have one of the board. */
const inRom = (at = '1-4'): FakeDevice => ({
  ...{ at, vendor: '2e8a', product: '0003', serial: 'E0C9125B0D9B', name: 'RP2 Boot' },
  interfaces: [{ code: '080650', driver: 'usb-storage' }],
});
const running = (serial: string, at = '1-4'): FakeDevice => ({
  ...{ at, vendor: '2e8a', product: '000a', serial, name: 'Pico' },
  interfaces: [{ code: '020200', driver: 'cdc_acm', tty: 'ttyACM0' }],
});
const [MINE, OTHER] = ['E6614104037A6B2F', 'E661410403999999'];

let store: BoardRegistry;
beforeEach(() => {
  store = value(openBoardRegistry(tempDir()));
  onTestFinished(() => {
    store.db.close();
  });
});
const boards = () => value(listBoards(store));

/** What the registry says of a device that is the only one plugged in. */
async function look(device: FakeDevice): Promise<Candidate> {
  const itself = await portOf(device);
  const port = knownAs(profile, itself);
  return { id: registeredId(boards(), 'pico', port, [port]), port, itself };
}

/** A board is held as one device, and found as others while it is; gives its id. */
async function hold(first: FakeDevice, ...then: readonly FakeDevice[]): Promise<string> {
  const board = await look(first);
  const before = boards().find(({ id }) => id === board.id);
  const key = boardKey(board.port);
  const noted = { id: board.id, profile: 'pico', key: before ? joined(key, before.key) : key };
  value(noteBoard(store, noted, 1));
  for (const device of then) {
    noteName(store, board, await look(device));
  }
  return board.id;
}

const idOf = async (device: FakeDevice) => (await look(device)).id;

describe('a board that comes back as another device while it is held', () => {
  it('is the same when its program runs that was first seen in its boot ROM', async () => {
    const id = await hold(inRom(), running(MINE));
    expect(await idOf(running(MINE))).toBe(id);
    expect(await idOf(running(MINE, '2-7')), 'wherever it is plugged in').toBe(id);
    expect(await idOf(inRom())).toBe(id);
  });

  it('is the same in its boot ROM when it was first seen with its program', async () => {
    const id = await hold(running(MINE), inRom(), running(MINE));
    expect(await idOf(inRom())).toBe(id);
    expect(await idOf(running(MINE))).toBe(id);
  });

  it('is the one that the registry knew by its serial number, where it was met in its boot ROM', async () => {
    const id = await hold(running(MINE));
    expect(await hold(inRom(), running(MINE)), 'nothing tells in the ROM').not.toBe(id);
    const key = boards().find((board) => board.id === id)?.key;
    expect(key).toMatchObject({ serial: MINE, also: [{ usb: '2e8a:000a', serial: null }] });
  });
});

describe('another board at the same place', () => {
  it('is another one where nobody saw the known one come back so', async () => {
    const id = await hold(running(MINE));
    expect(await idOf(running(OTHER))).not.toBe(id);
    expect(await idOf(inRom())).not.toBe(id);
  });

  it('is another one although it took the place while the known one was held', async () => {
    const id = await hold(running(MINE), running(OTHER));
    expect(await idOf(running(OTHER))).not.toBe(id);
  });

  it('is another one where the board was met in its boot ROM and has another serial number', async () => {
    const id = await hold(inRom(), running(MINE));
    await hold(inRom(), running(OTHER));
    expect(await idOf(running(OTHER))).not.toBe(id);
    expect(await idOf(running(MINE))).toBe(id);
  });

  it('is another one in its boot ROM once the known one was seen elsewhere', async () => {
    const id = await hold(inRom(), running(MINE));
    expect(await hold(running(MINE, '2-7'))).toBe(id);
    const other = await hold(inRom(), running(OTHER));
    expect(other).not.toBe(id);
    expect(await idOf(running(OTHER))).toBe(other);
    expect(await idOf(inRom('2-7'))).toBe(id);
  });

  it('is not recognised by the name that a boot ROM has', async () => {
    const id = await hold(inRom(), running(MINE));
    const key = boards().find((board) => board.id === id)?.key;
    if (!key) throw new Error('no board');
    expect(recognise(key, (await look(running(OTHER))).itself)).toBeNull();
  });
});
