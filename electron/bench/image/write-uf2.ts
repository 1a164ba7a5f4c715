import type { Segment } from './image.js';
import { UF2 } from './uf2.js';

/** What every bootloader takes, whatever its pages are ("Payload sizes"). */
export const UF2_PAYLOAD_BYTES = 256;

/**
 * Pages as a UF2 file (Microsoft, "USB Flashing Format (UF2)"): one block for each, of one family.
 *
 * @param pages of `UF2_PAYLOAD_BYTES` each
 */
export function toUf2(pages: readonly Segment[], family: number): Uint8Array {
  const file = Buffer.alloc(pages.length * UF2.blockBytes);
  for (const [number, { address, bytes }] of pages.entries()) {
    const block = file.subarray(number * UF2.blockBytes, (number + 1) * UF2.blockBytes);
    const header = [
      ...[UF2.magicStart0, UF2.magicStart1, UF2.family],
      ...[address, bytes.length, number, pages.length, family],
    ];
    for (const [index, word] of header.entries()) block.writeUInt32LE(word, index * 4);
    block.set(bytes, UF2.dataAt);
    block.writeUInt32LE(UF2.magicEnd, UF2.endAt);
  }
  return file;
}
