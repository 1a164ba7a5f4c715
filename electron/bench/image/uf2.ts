import { ok, type Result } from '../../../shared/problem.js';
import type { Segment } from './image.js';
import { hex, malformed, type ParsedImage } from './parsed.js';
import { joinPieces } from './segments.js';

// Microsoft, "USB Flashing Format (UF2)": file format, constants, flags.
/** The first bytes of every block: `UF2\n`. */
export const UF2_MAGIC = [0x55, 0x46, 0x32, 0x0a] as const;
/** Where a block has its fields, and what marks it. */
export const UF2 = {
  magicStart0: 0x0a324655,
  magicStart1: 0x9e5d5157,
  magicEnd: 0x0ab16f30,
  blockBytes: 512,
  dataAt: 32,
  endAt: 508,
  family: 0x0000_2000,
} as const;
const MAX_PAYLOAD_BYTES = 476;
const FLAG_NOT_MAIN_FLASH = 0x0000_0001;
const FLAG_FILE_CONTAINER = 0x0000_1000;

interface Block {
  flags: number;
  number: number;
  count: number;
  /** Family id; null where the flag says that the field is a file size. */
  family: number | null;
  piece: Segment;
}

/**
 * Parses a UF2 file (Microsoft, "USB Flashing Format (UF2)"): blocks of 512 bytes, each numbered and of one family.
 * Blocks that are not for the main flash are passed over, as the specification has it.
 *
 * Errors: IMAGE_MALFORMED with the block, for a wrong magic number, a number that is missing, doubled or out of range, a
 * payload that is too long, blocks of several families, overlapping blocks.
 */
export function parseUf2(bytes: Uint8Array): Result<ParsedImage> {
  if (bytes.length === 0 || bytes.length % UF2.blockBytes !== 0)
    return malformed(`a UF2 file is a multiple of ${UF2.blockBytes} bytes, this one has ${bytes.length}`);
  const blocks: Block[] = [];
  for (let at = 0; at < bytes.length; at += UF2.blockBytes) {
    const block = parseBlock(bytes.subarray(at, at + UF2.blockBytes), at / UF2.blockBytes);
    if (!block.ok) return block;
    blocks.push(block.value);
  }
  const numbered = checkNumbers(blocks);
  if (!numbered.ok) return numbered;
  const written = blocks.filter(({ flags }) => (flags & (FLAG_NOT_MAIN_FLASH | FLAG_FILE_CONTAINER)) === 0);
  const families = new Set(written.map(({ family }) => family));
  if (families.size > 1)
    return malformed(
      `blocks of several families: ${[...families].map((id) => (id === null ? 'none' : hex(id))).join(', ')}`,
    );
  const segments = joinPieces(written.map(({ piece }) => piece));
  if (!segments.ok) return segments;
  return ok({ segments: segments.value, machine: null, buildId: null, family: written[0]?.family ?? null });
}

function parseBlock(block: Uint8Array, index: number): Result<Block> {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const word = (at: number) => view.getUint32(at, true);
  if (word(0) !== UF2.magicStart0 || word(4) !== UF2.magicStart1 || word(UF2.endAt) !== UF2.magicEnd)
    return malformed(`block ${index} does not start and end as a UF2 block`);
  const flags = word(8);
  const [address, size] = [word(12), word(16)];
  if (size > MAX_PAYLOAD_BYTES)
    return malformed(`block ${index} announces ${size} bytes, at most ${MAX_PAYLOAD_BYTES} fit`);
  if (address + size > 2 ** 32) return malformed(`block ${index} lies outside of 32 bits`);
  return ok({
    flags,
    number: word(20),
    count: word(24),
    family: (flags & UF2.family) === 0 ? null : word(28),
    piece: { address, bytes: block.slice(UF2.dataAt, UF2.dataAt + size) },
  });
}

/** Every block of a file is there once, and all agree on how many there are. */
function checkNumbers(blocks: readonly Block[]): Result<void> {
  const seen = new Set<number>();
  for (const [index, { number, count }] of blocks.entries()) {
    if (count !== blocks.length)
      return malformed(`block ${index} says that there are ${count} blocks, the file has ${blocks.length}`);
    if (number >= count) return malformed(`block ${index} has the number ${number} of ${count}`);
    if (seen.has(number)) return malformed(`block ${number} is there twice`);
    seen.add(number);
  }
  return ok(undefined);
}
