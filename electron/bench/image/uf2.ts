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
export const UF2_EXTENSION = 0x0000_8000;
export const RP_ABSOLUTE = 0xe48bff57;
export const RP2_IGNORE_BLOCK = 0x9957e304;
const FLAG_FILE_CONTAINER = 0x0000_1000;

interface Block {
  flags: number;
  number: number;
  count: number;
  /** Family id; null where the flag says that the field is a file size. */
  family: number | null;
  /** The chip passes it over where it has no bug that it works around. */
  isIgnored: boolean;
  piece: Segment;
}

/**
 * Parses a UF2 file (Microsoft, "USB Flashing Format (UF2)"): blocks of 512 bytes, each of one family, numbered within the file or
 * within their family. Blocks that are not for the main flash are passed over, as the specification has it, and so is the absolute
 * block of RP2350 (datasheet, errata E10), which is no part of the program.
 *
 * Errors: IMAGE_MALFORMED with the block, for a wrong magic number, a number that is missing, doubled or out of range, a
 * payload that is too long, blocks of several families of which none is the board's, overlapping blocks.
 *
 * @param wanted family of the board: of several families its blocks are taken
 */
export function parseUf2(bytes: Uint8Array, wanted?: number): Result<ParsedImage> {
  if (bytes.length === 0 || bytes.length % UF2.blockBytes !== 0)
    return malformed(`a UF2 file is a multiple of ${UF2.blockBytes} bytes, this one has ${bytes.length}`);
  const all: Block[] = [];
  for (let at = 0; at < bytes.length; at += UF2.blockBytes) {
    const block = parseBlock(bytes.subarray(at, at + UF2.blockBytes), at / UF2.blockBytes);
    if (!block.ok) return block;
    all.push(block.value);
  }
  const blocks = all.filter((block) => !block.isIgnored);
  const numbered = checkNumbers(blocks, all.length);
  if (!numbered.ok) return numbered;
  const written = blocks.filter(({ flags }) => (flags & (FLAG_NOT_MAIN_FLASH | FLAG_FILE_CONTAINER)) === 0);
  const families = [...new Set(written.map(({ family }) => family))];
  const chosen = families.length > 1 ? families.find((family) => family === wanted) : families[0];
  if (families.length > 1 && chosen === undefined) return severalFamilies(families, wanted);
  const segments = joinPieces(written.filter(({ family }) => family === chosen).map(({ piece }) => piece));
  if (!segments.ok) return segments;
  return ok({ segments: segments.value, machine: null, buildId: null, family: chosen ?? null });
}

function severalFamilies(families: readonly (number | null)[], wanted: number | undefined) {
  const named = families.map((id) => (id === null ? 'none' : hex(id))).join(', ');
  return malformed(
    wanted === undefined
      ? `blocks of several families: ${named}; the profile names none (flash.family)`
      : `blocks of several families: ${named}; none is the board's, ${hex(wanted)}`,
  );
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
    isIgnored: isIgnored(word, flags),
    piece: { address, bytes: block.slice(UF2.dataAt, UF2.dataAt + size) },
  });
}

/** Raspberry Pi, pico-sdk, boot/uf2.h: an absolute block that bears the extension RP2_IGNORE_BLOCK. */
const isIgnored = (word: (at: number) => number, flags: number): boolean =>
  (flags & UF2_EXTENSION) !== 0 &&
  (flags & UF2.family) !== 0 &&
  word(28) === RP_ABSOLUTE &&
  word(16) <= MAX_PAYLOAD_BYTES - 4 &&
  word(UF2.dataAt + word(16)) === RP2_IGNORE_BLOCK;

/** Every block is there once, and those that are numbered together agree on how many there are: a family's, or all of the file. */
function checkNumbers(blocks: readonly Block[], inFile: number): Result<void> {
  const inFamily = new Map<number | null, number>();
  for (const { family } of blocks) inFamily.set(family, (inFamily.get(family) ?? 0) + 1);
  const seen = new Set<string>();
  for (const [index, { number, count, family }] of blocks.entries()) {
    const own = inFamily.get(family) ?? 0;
    const isWithFile = count === blocks.length || count === inFile;
    if (!isWithFile && count !== own)
      return malformed(`block ${index} says that there are ${count} blocks, the file has ${blocks.length}`);
    if (number >= count) return malformed(`block ${index} has the number ${number} of ${count}`);
    const key = isWithFile && count !== own ? `${number}` : `${family} ${number}`;
    if (seen.has(key)) return malformed(`block ${number} is there twice`);
    seen.add(key);
  }
  return ok(undefined);
}
