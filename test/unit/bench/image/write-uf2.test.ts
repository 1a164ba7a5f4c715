import { decodeBlock } from 'uf2';
import { describe, expect, it } from 'vitest';
import { parseUf2 } from '../../../../electron/bench/image/uf2.js';
import { toUf2 } from '../../../../electron/bench/image/write-uf2.js';

const PAGES = [
  { address: 0x1000_0000, bytes: new Uint8Array(256).fill(7) },
  { address: 0x1000_1000, bytes: Uint8Array.from({ length: 256 }, (_, index) => index) },
];

describe('a UF2 file of ours', () => {
  it('is read by the package uf2, block by block', () => {
    const file = toUf2(PAGES, 0xe48bff56);
    expect(file.length).toBe(2 * 512);
    for (const [index, { address, bytes }] of PAGES.entries())
      expect(decodeBlock(Uint8Array.from(file.subarray(index * 512, index * 512 + 512)))).toMatchObject({
        ...{ flags: 0x2000, boardFamily: 0xe48bff56, flashAddress: address },
        ...{ blockNumber: index, totalBlocks: 2, payload: bytes },
      });
  });

  it('is what our parser takes it for', () => {
    expect(parseUf2(toUf2(PAGES, 0xe48bff56))).toMatchObject({
      ok: true,
      value: { family: 0xe48bff56, segments: PAGES },
    });
  });

  it('begins for an RP2350 with the absolute block, as picotool writes it, and our parser passes it over', () => {
    const file = toUf2(PAGES, 0xe48bff59);
    expect(file.length).toBe(3 * 512);
    expect(decodeBlock(Uint8Array.from(file.subarray(0, 512)))).toMatchObject({
      ...{ flags: 0xa000, boardFamily: 0xe48bff57, flashAddress: 0x10ff_ff00 },
      ...{ blockNumber: 0, totalBlocks: 2, payload: new Uint8Array(256).fill(0xef) },
    });
    expect(Buffer.from(file).readUInt32LE(32 + 256)).toBe(0x9957e304);
    expect(parseUf2(file)).toMatchObject({ ok: true, value: { family: 0xe48bff59, segments: PAGES } });
  });
});
