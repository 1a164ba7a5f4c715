import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { boardKey, portsOf } from '../../../../electron/bench/ports/same-board.js';
import { boardId } from '../../../../electron/lab/boards/board-id.js';
import { registeredId } from '../../../../electron/lab/boards/registered-id.js';
import {
  type BoardRegistry,
  listBoards,
  noteBoard,
  openBoardRegistry,
} from '../../../../electron/lab/boards/registry.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { FTDI } from '../../../fixtures/ports/fake-sysfs.js';
import { portOf } from '../../../fixtures/ports/port-of.js';

let store: BoardRegistry;
beforeEach(() => {
  store = value(openBoardRegistry(tempDir()));
  onTestFinished(() => {
    store.db.close();
  });
});

const boards = () => value(listBoards(store));

describe('the id of a board', () => {
  it('is that of the registry, wherever it is plugged in and whichever profile asks', async () => {
    const imported = { usb: null, serial: FTDI.serial ?? '', topology: null, port: '/dev/ttyUSB9' };
    value(noteBoard(store, { id: 'from-the-map', profile: 'frdm-k64f', key: imported }, 1));
    const port = await portOf({ ...FTDI, at: '2-7' });
    expect(registeredId(boards(), 'mine', port, [port])).toBe('from-the-map');
  });

  it('is its own where another serial number, or none, is known', async () => {
    const port = await portOf(FTDI);
    const other = { ...boardKey(port), serial: 'another' };
    value(noteBoard(store, { id: 'other', profile: 'mine', key: other }, 1));
    value(noteBoard(store, { id: 'nameless', profile: 'mine', key: { ...other, serial: null } }, 1));
    expect(registeredId(boards(), 'mine', port, [port])).toBe(boardId('mine', boardKey(port)));
  });

  it('tells two devices that share a serial number apart by where they are plugged in', async () => {
    const [one, two] = [await portOf(FTDI), await portOf({ ...FTDI, at: '2-7' })];
    const both = [one, two];
    const first = registeredId(boards(), 'mine', one, [one]);
    value(noteBoard(store, { id: first, profile: 'mine', key: boardKey(one) }, 1));
    const second = registeredId(boards(), 'mine', two, both);
    expect(second).not.toBe(first);
    expect(registeredId(boards(), 'mine', one, both)).toBe(first);
    value(noteBoard(store, { id: second, profile: 'mine', key: boardKey(two) }, 2));
    expect(registeredId(boards(), 'mine', two, both)).toBe(second);
    // one of them alone is still itself
    expect(registeredId(boards(), 'mine', one, [one])).toBe(first);
    expect(registeredId(boards(), 'mine', two, [two])).toBe(second);
    const [b1, b2] = [first, second].map((id) => boards().find((board) => board.id === id)?.key);
    expect(b1 && portsOf(b1, both)).toEqual([one]);
    expect(b2 && portsOf(b2, both)).toEqual([two]);
  });

  it('that has a serial number of its own stays when the board is plugged in elsewhere', async () => {
    const [here, there] = [await portOf(FTDI), await portOf({ ...FTDI, at: '2-7' })];
    const id = registeredId(boards(), 'mine', here, [here]);
    value(noteBoard(store, { id, profile: 'mine', key: boardKey(here) }, 1));
    expect(registeredId(boards(), 'mine', there, [there])).toBe(id);
  });

  it('is another where its serial number is another, although it is plugged in where a known board was', async () => {
    const known = await portOf(FTDI);
    const id = registeredId(boards(), 'mine', known, [known]);
    value(noteBoard(store, { id, profile: 'mine', key: boardKey(known) }, 1));
    const other = await portOf({ ...FTDI, serial: 'ANOTHER' });
    expect(registeredId(boards(), 'mine', other, [other])).not.toBe(id);
  });
});
