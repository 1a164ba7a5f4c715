import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listPorts } from '../../../../electron/bench/ports/list-ports.js';
import { readHardwareMap } from '../../../../electron/lab/boards/hardware-map.js';
import { importMap } from '../../../../electron/lab/boards/import-map.js';
import { listBoards, noteBoard, openBoardRegistry } from '../../../../electron/lab/boards/registry.js';
import type { Port } from '../../../../shared/port.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';
import { FTDI, fakeSysfs } from '../../../fixtures/ports/fake-sysfs.js';

/** As twister writes it: numbers without quotes, null for what is not connected. */
const MAP = `- connected: true
  id: 000683759358
  platform: nrf52840dk/nrf52840
  product: J-Link
  runner: nrfjprog
  serial: /dev/ttyACM3
- connected: false
  id: A50285BI
  platform: frdm_k64f
  product: DAPLink CMSIS-DAP
  runner: pyocd
  serial: null
  fixtures: [gpio_loopback]
  baud: 9600
`;

/** Ten aliases of ten aliases of … */
const BOMB = Array.from(
  { length: 9 },
  (_, i) => `- &a${i} [${Array(10).fill(i === 0 ? 'x' : `*a${i - 1}`)}]`,
).join('\n');

function registry() {
  const store = value(openBoardRegistry(tempDir()));
  onTestFinished(() => {
    store.db.close();
  });
  const fileOf = (text: string): string => {
    const file = path.join(tempDir(), 'map.yaml');
    writeFileSync(file, text);
    return file;
  };
  const take = (text: string, ports: readonly Port[] = []) =>
    value(importMap(store, value(readHardwareMap(fileOf(text))), ports, 1));
  return { store, fileOf, take, boards: () => value(listBoards(store)) };
}

describe('the import of a hardware map', () => {
  it('adds its boards, with serial numbers as they are written', () => {
    const { take, boards } = registry();
    expect(take(MAP)).toMatchObject({
      imported: [
        { place: 1, profile: 'nrf52840dk-nrf52840', unused: ['runner'] },
        { place: 2, profile: 'frdm-k64f', unused: ['runner', 'fixtures', 'baud'] },
      ],
      refused: [],
    });
    expect(boards().map(({ key }) => [key.serial, key.port])).toEqual(
      expect.arrayContaining([
        ['000683759358', '/dev/ttyACM3'],
        ['A50285BI', null],
      ]),
    );
  });

  it('adds nothing the second time', () => {
    const { take, boards } = registry();
    take(MAP);
    take(MAP.replaceAll('\n', '\r\n'));
    expect(boards()).toHaveLength(2);
  });

  it('takes away nothing that is known of a board by now', () => {
    const { store, take, boards } = registry();
    take(MAP);
    const board = boards().find(({ profile }) => profile === 'frdm-k64f');
    if (!board) throw new Error('no board');
    const names = { usb: '0d28:0204', also: [{ usb: '0d28:0203', serial: 'LOADER' }] };
    value(noteBoard(store, { ...board, key: { ...board.key, ...names } }, 2));
    take(MAP);
    expect(boards().find(({ id }) => id === board.id)?.key).toMatchObject({ ...names, serial: 'A50285BI' });
  });

  it('knows a board that is plugged in by all that USB tells of it', async () => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const { take } = registry();
    expect(take(MAP, value(await listPorts(fake.source))).imported[1]?.key).toMatchObject({
      usb: '0403:6001',
      serial: 'A50285BI',
      topology: '1-4',
    });
  });

  it.each([
    ['unplugged and then plugged in', false, true],
    ['plugged in and then unplugged', true, false],
  ])('makes one board of an entry that is imported %s, under whatever profile', async (_, first, second) => {
    const fake = fakeSysfs();
    fake.plug(FTDI);
    const { serial: _serial, ...nameless } = FTDI;
    const tty = { code: 'ffffff', driver: 'ftdi_sio', tty: 'ttyUSB1' };
    fake.plug({ ...nameless, at: '1-5', interfaces: [tty] });
    const plugged = value(await listPorts(fake.source));
    const map = `${MAP}- {platform: frdm_k64f, serial: ${path.join(fake.dev, 'ttyUSB1')}}\n`;
    const { take, boards } = registry();
    const taken = (text: string, isPlugged: boolean) =>
      take(text, isPlugged ? plugged : []).imported.map(({ id, profile }) => [id, profile]);
    const before = taken(map, first);
    expect(taken(map.replace('frdm_k64f', 'other'), second)).toEqual(before);
    expect(boards().find(({ id }) => id === before[1]?.[0])?.key).toMatchObject({
      usb: '0403:6001',
      topology: '1-4',
    });
    expect(boards()).toHaveLength(3);
  });

  it.each([
    ['a list', '[nrf5340dk/nrf5340/cpuapp, nrf5340dk/nrf5340/cpunet]'],
    ['words', 'nrf5340dk/nrf5340/cpuapp  nrf5340dk/nrf5340/cpunet'],
  ])('takes the first of several platforms, given as %s, and says so', (_, platforms) => {
    const { take } = registry();
    expect(take(`- {id: 7, platform: ${platforms}}\n`).imported).toMatchObject([
      { profile: 'nrf5340dk-nrf5340-cpuapp', unused: ['platform:nrf5340dk/nrf5340/cpunet'] },
    ]);
  });

  it('knows a board by its debug probe where that has an id of its own', () => {
    const { take } = registry();
    const [board] = take('- {id: dut-3, probe_id: 000683759358, platform: a}\n').imported;
    expect(board).toMatchObject({ key: { serial: '000683759358' }, unused: ['id'] });
  });

  it('keeps the id of a board whose port tells no serial number', async () => {
    const fake = fakeSysfs();
    fake.make('dev');
    const file = path.join(fake.dev, 'ttyUSB3');
    writeFileSync(file, '');
    const { take } = registry();
    const done = take(`- {id: uart-3, platform: a, serial: ${file}}\n`, value(await listPorts(fake.source)));
    expect(done.imported[0]?.key).toMatchObject({ serial: 'uart-3', port: file });
  });

  it.each([
    ['leads nowhere', '- *nowhere\n', /Unresolved alias/],
    ['leads to more than anybody writes', BOMB, /Excessive alias/],
  ])('refuses a map in which an alias %s', (_, text, message) => {
    expect(readHardwareMap(registry().fileOf(text))).toMatchObject({
      ok: false,
      error: { code: 'USAGE', message: expect.stringMatching(message) },
    });
  });

  it('says which entries are of no use, and takes the others', () => {
    const { take, boards } = registry();
    const done = take(
      `${MAP}- {id: X1, platform: unknown}\n- {platform: frdm_k64f, serial: None}\n- just words\n- {id: [1], platform: a}\n- {id: A50285BI, platform: other}\n`,
    );
    expect(done.refused).toEqual([
      { place: 3, reason: 'it does not say its platform' },
      { place: 4, reason: 'it has neither an id nor a serial port to know it by' },
      { place: 5, reason: 'it is no mapping' },
      { place: 6, reason: 'id is no text' },
      { place: 7, reason: 'it is the device of entry 2' },
    ]);
    expect(boards()).toHaveLength(2);
  });

  it.each([
    ['a mapping', 'id: 1\n', /expected one of boards/],
    ['no YAML', '- id: [1\n', /not YAML/],
    ['nothing', '', /expected one of boards/],
  ])('refuses %s', (_, text, message) => {
    expect(readHardwareMap(registry().fileOf(text))).toMatchObject({
      ok: false,
      error: { code: 'USAGE', message: expect.stringMatching(message) },
    });
  });
});
