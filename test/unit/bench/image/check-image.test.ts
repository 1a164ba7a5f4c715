import { describe, expect, it } from 'vitest';
import { checkImage, type Wanted } from '../../../../electron/bench/image/check-image.js';
import type { Image } from '../../../../electron/bench/image/image.js';

describe('whether an image may be written', () => {
  it.each<[string, Partial<Image>, Wanted]>([
    ['fills a region to its end', { segments: [at(0x1000, 0x400)] }, { regions }],
    ['runs over from one region into the next', { segments: [at(0x13f0, 0x20)] }, { regions }],
    ['is for the processor of the board', { machine: 83 }, { regions, machine: 'avr' }],
    ['does not say for which processor it is', { machine: null }, { regions, machine: 'avr' }],
    ['is of the family of the board', { format: 'uf2', family: 7 }, { regions, family: 7 }],
  ])('it may where it %s', (_, image, wanted) => {
    expect(checkImage({ ...IMAGE, ...image }, wanted)).toEqual({ ok: true, value: undefined });
  });

  it.each<[string, Partial<Image>, Wanted, string]>([
    ['starts below', { segments: [at(0xff0, 0x20)] }, { regions }, '0x0ff0 to 0x1010'],
    ['ends beyond', { segments: [at(0x1500, 0x101)] }, { regions }, '0x1600 to 0x1601'],
    ['overlaps itself', { segments: [at(0x1000, 0x20), at(0x101f, 1)] }, { regions }, '0x101f'],
    ['is empty', { segments: [] }, { regions }, 'empty'],
    ['is for another processor', { machine: 40 }, { regions, machine: 'avr' }, 'is for arm'],
    ['is for one that nobody knows', { machine: 4711 }, { regions, machine: 'avr' }, '4711'],
    ['is of another family', { format: 'uf2', family: 8 }, { regions, family: 7 }, 'family'],
    ['is of no family', { format: 'uf2', family: null }, { regions, family: 7 }, 'family'],
    ['meets a profile without regions', {}, { regions: [] }, 'no region'],
    [
      'touches a page that is only partly the region',
      {},
      { regions: [{ name: 'odd', start: 0x1010, size: 0x20, page: 0x100 }] },
      '0x1000',
    ],
  ])('it may not where it %s', (_, image, wanted, message) => {
    const segments = wanted.regions[0]?.name === 'odd' ? [at(0x1010, 4)] : IMAGE.segments;
    const checked = checkImage({ ...IMAGE, segments, ...image }, wanted);
    expect(checked).toMatchObject({ ok: false, error: { code: 'IMAGE_REFUSED' } });
    expect(!checked.ok && checked.error.message).toContain(message);
  });
});

const at = (address: number, size: number) => ({ address, bytes: new Uint8Array(size) });

const regions = [
  { name: 'application', start: 0x1000, size: 0x400, page: 0x80 },
  { name: 'data', start: 0x1400, size: 0x200, page: 0x100 },
];

const IMAGE: Image = {
  format: 'elf',
  segments: [at(0x1000, 4)],
  sha256: '0'.repeat(64),
  machine: null,
  buildId: null,
  family: null,
};
