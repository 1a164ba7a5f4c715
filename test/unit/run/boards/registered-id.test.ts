import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { listPorts } from '../../../../electron/bench/ports/list-ports.js';
import { boardKey } from '../../../../electron/bench/ports/same-board.js';
import { boardId } from '../../../../electron/run/boards/board-id.js';
import { registeredId } from '../../../../electron/run/boards/registered-id.js';
import { type BoardStore, noteBoard, openBoardStore } from '../../../../electron/run/boards/store.js';
import type { Port } from '../../../../shared/port.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { type FakeDevice, FTDI, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';

let store: BoardStore;
beforeEach(() => {
  store = value(openBoardStore(tempDir()));
  onTestFinished(() => {
    store.db.close();
  });
});

async function portOf(device: FakeDevice): Promise<Port> {
  const fake = fakeSysfs();
  fake.plug(device);
  const [port] = value(await listPorts(fake.source));
  if (!port) throw new Error('no port');
  return port;
}

describe('the id of a board', () => {
  it('is that of the registry, wherever it is plugged in and whichever profile asks', async () => {
    const imported = { usb: null, serial: FTDI.serial ?? '', topology: null, port: '/dev/ttyUSB9' };
    value(noteBoard(store, { id: 'from-the-map', profile: 'frdm-k64f', key: imported }, 1));
    const port = await portOf({ ...FTDI, at: '2-7' });
    expect(registeredId(store, 'mine', port)).toEqual({ ok: true, value: 'from-the-map' });
  });

  it('is its own where another serial number, or none, is known', async () => {
    const port = await portOf(FTDI);
    const other = { ...boardKey(port), serial: 'another' };
    value(noteBoard(store, { id: 'other', profile: 'mine', key: other }, 1));
    value(noteBoard(store, { id: 'nameless', profile: 'mine', key: { ...other, serial: null } }, 1));
    expect(registeredId(store, 'mine', port)).toEqual({ ok: true, value: boardId('mine', boardKey(port)) });
  });
});
