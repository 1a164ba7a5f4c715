import type { Segment } from './image.js';
import { RP_ABSOLUTE, RP2_IGNORE_BLOCK, UF2, UF2_EXTENSION } from './uf2.js';

/** What every bootloader takes, whatever its pages are ("Payload sizes"). */
export const UF2_PAYLOAD_BYTES = 256;

/** RP2350, secure and not, Arm and RISC-V (datasheet, 5.5.3). */
const RP2350: readonly number[] = [0xe48bff59, 0xe48bff5a, 0xe48bff5b];
/** Where its absolute block lies: outside of what a program has. */
const ABSOLUTE_AT = 0x10ff_ff00;

/**
 * Pages as a UF2 file (Microsoft, "USB Flashing Format (UF2)"): one block for each, of one family. For an RP2350 an absolute block
 * comes first: without it the chip may take a file to a wrong place (datasheet, erratum RP2350-E10).
 *
 * @param pages of `UF2_PAYLOAD_BYTES` each
 */
export function toUf2(pages: readonly Segment[], family: number): Uint8Array {
  const blocks = pages.map((page, number) => blockOf(page, { number, count: pages.length, family }));
  return Buffer.concat(RP2350.includes(family) ? [absoluteBlock(), ...blocks] : blocks);
}

interface Numbered {
  number: number;
  count: number;
  family: number;
}

function blockOf({ address, bytes }: Segment, { number, count, family }: Numbered, flags = 0): Buffer {
  const block = Buffer.alloc(UF2.blockBytes);
  const header = [
    ...[UF2.magicStart0, UF2.magicStart1, UF2.family | flags],
    ...[address, bytes.length, number, count, family],
  ];
  for (const [index, word] of header.entries()) block.writeUInt32LE(word, index * 4);
  block.set(bytes, UF2.dataAt);
  block.writeUInt32LE(UF2.magicEnd, UF2.endAt);
  return block;
}

/** Number 0 of two, of which there is one: the chip waits for no more of it. */
function absoluteBlock(): Buffer {
  const page = { address: ABSOLUTE_AT, bytes: new Uint8Array(UF2_PAYLOAD_BYTES).fill(0xef) };
  const block = blockOf(page, { number: 0, count: 2, family: RP_ABSOLUTE }, UF2_EXTENSION);
  block.writeUInt32LE(RP2_IGNORE_BLOCK, UF2.dataAt + UF2_PAYLOAD_BYTES);
  return block;
}
