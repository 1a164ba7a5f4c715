import { describe, expect, it } from 'vitest';
import { parseDfu } from '../../../../electron/bench/flash/dfu/descriptor.js';
import { parseLayout } from '../../../../electron/bench/flash/dfu/layout.js';

describe('the names of DfuSe memories', () => {
  it.each([
    ['STM32F4', '@Internal Flash  /0x08000000/04*016Kg,01*064Kg,07*128Kg', 12, 0x0810_0000],
    ['STM32F1, with read-only pages', '@Internal Flash  /0x08000000/12*001Ka,116*001Kg', 128, 0x0802_0000],
    ['two banks', '@Internal Flash /0x08000000/256*02Kg/0x08100000/256*02Kg', 512, 0x0818_0000],
    ['bytes', '@Option Bytes  /0x1FFFC000/01*016 e', 1, 0x1fff_c010],
    ['megabytes, and spaces', '@SPI Flash : M25P64 /0x00000000/ 2*1Mg, 1*512Bg', 3, 0x20_0200],
  ])('%s', (_, name, count, end) => {
    const sectors = parseLayout(name) ?? [];
    const last = sectors.at(-1);
    expect([sectors.length, (last?.start ?? 0) + (last?.size ?? 0)]).toEqual([count, end]);
  });

  it('tell flash from what can only be read or only be written', () => {
    const sectors = parseLayout('@M/0x0/1*1Ka,1*1Ke,1*1Kg') ?? [];
    expect(sectors.map(({ isFlash }) => isFlash)).toEqual([false, false, true]);
  });

  it.each([
    '',
    'Firmware',
    '@Flash',
    '@Flash/0x0',
    '@Flash/zero/1*1Kg',
    '@Flash/0x0/1*1Kz',
    '@Flash/0x0/1*0Kg',
    '@F/0x0/9',
    '@F/0x0/999999999*1Kg',
  ])('are not %j', (name) => expect(parseLayout(name)).toBeNull());
});

describe('what a configuration descriptor says of DFU', () => {
  const CONFIGURATION = [9, 2, 0, 0, 1, 1, 0, 0x80, 50];
  const interfaceOf = (setting: number, kind: number[], protocol = 2) => [
    9,
    4,
    1,
    setting,
    0,
    ...kind,
    protocol,
    5,
  ];
  const DFU = [0xfe, 1];

  it('is found behind other interfaces, with what it can do', () => {
    const hid = [...interfaceOf(0, [3, 0]), 9, 0x21, 0x11, 1, 0, 1, 0x22, 0x41, 0];
    const bytes = [...CONFIGURATION, ...hid, ...interfaceOf(2, DFU), 9, 0x21, 0x0b, 0xff, 0, 0, 8, 0x1a, 1];
    expect(parseDfu(Uint8Array.from(bytes))).toEqual({
      alternates: [{ interface: 1, setting: 2, protocol: 2, nameIndex: 5 }],
      dfu: {
        ...{ canDownload: true, canUpload: true, tolerant: false, willDetach: true },
        ...{ detachMs: 255, transferSize: 2048, version: 0x011a },
      },
    });
  });

  it('has no version in DFU 1.0', () => {
    const bytes = [...CONFIGURATION, ...interfaceOf(0, DFU, 1), 7, 0x21, 1, 0, 1, 64, 0];
    expect(parseDfu(Uint8Array.from(bytes))?.dfu).toMatchObject({ version: 0x0100, transferSize: 64 });
  });

  it.each([
    ['another class', [...interfaceOf(0, [3, 0]), 9, 0x21, 1, 0, 1, 64, 0, 0, 1]],
    ['no functional descriptor', interfaceOf(0, DFU)],
    ['a descriptor without length', [...interfaceOf(0, DFU), 0, 0x21]],
    ['a functional descriptor cut short', [...interfaceOf(0, DFU), 5, 0x21, 1, 0, 1]],
  ])('is nothing with %s', (_, bytes) => {
    expect(parseDfu(Uint8Array.from([...CONFIGURATION, ...bytes]))).toBeNull();
  });
});
