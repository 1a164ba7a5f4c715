import { deflateSync } from 'node:zlib';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Region, Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import { joinPieces } from '../../image/segments.js';
import type { Link } from '../../link/link.js';
import { pagesOf } from '../pages.js';
import type { EspChip } from './chips.js';
import { checksum, command, OP, words } from './protocol.js';

/** What the flash is erased by. */
const SECTOR_BYTES = 4096;
/** What the ROM has room for. */
const BLOCK_BYTES = 0x400;
const MIB = 1024 * 1024;
/** Longest times of slow flash chips (esptool, `ERASE_REGION_TIMEOUT_PER_MB`, `MD5_TIMEOUT_PER_MB`), ms for each MiB. */
const ERASE_MS = 30_000;
const MD5_MS = 8_000;
const LEAST_MS = 10_000;
const timeFor = (msPerMib: number, bytes: number) => Math.max(LEAST_MS, (msPerMib * bytes) / MIB);

/** A block as it goes over the wire; `address` is where the run of sectors begins that it is a part of. */
export interface WireBlock extends Segment {
  sequence: number;
  /** Of the whole run. */
  blocks: number;
  runBytes: number;
}

/**
 * What is written: whole sectors, each run of them compressed (zlib). Errors: IMAGE_REFUSED where the regions are not made
 * of sectors, since more would be erased than they name.
 */
export function wireBlocks(segments: readonly Segment[], regions: readonly Region[]): Result<WireBlock[]> {
  const odd = regions.find(({ page }) => page % SECTOR_BYTES !== 0);
  if (odd !== undefined) return fail(unevenRegion(odd));
  const runs = joinPieces(pagesOf(segments, SECTOR_BYTES));
  return runs.ok ? ok(runs.value.flatMap(compressed)) : runs;
}

function compressed({ address, bytes }: Segment): WireBlock[] {
  const whole = deflateSync(bytes, { level: 9 });
  const blocks = Math.ceil(whole.length / BLOCK_BYTES);
  return Array.from({ length: blocks }, (_, sequence) => ({
    ...{ address, sequence, blocks, runBytes: bytes.length },
    bytes: whole.subarray(sequence * BLOCK_BYTES, (sequence + 1) * BLOCK_BYTES),
  }));
}

/** Tells the ROM which pins and how much flash there are. @throws ProtocolFault, LinkLost */
export async function attachFlash(link: Link, regions: readonly Region[]): Promise<void> {
  await command(link, { op: OP.spiAttach, body: words(0, 0) });
  const end = Math.max(MIB, ...regions.map(({ start, size }) => start + size));
  const flashBytes = 2 ** Math.ceil(Math.log2(end));
  const [block, page, statusMask] = [64 * 1024, 256, 0xffff];
  await command(link, {
    op: OP.spiSetParameters,
    body: words(0, flashBytes, block, SECTOR_BYTES, page, statusMask),
  });
}

/** One block; with the first of a run its sectors are erased. @throws ProtocolFault, LinkLost */
export async function writeWireBlock(link: Link, chip: EspChip, block: WireBlock): Promise<void> {
  const { address, sequence, blocks, runBytes, bytes } = block;
  if (sequence === 0)
    await command(link, {
      op: OP.deflateBegin,
      body: words(runBytes, blocks, BLOCK_BYTES, address, ...(chip.encrypts ? [0] : [])),
      timeoutMs: timeFor(ERASE_MS, runBytes),
    });
  await command(link, {
    op: OP.deflateData,
    body: Buffer.concat([words(bytes.length, sequence, 0, 0), bytes]),
    checksum: checksum(bytes),
    timeoutMs: timeFor(ERASE_MS, runBytes),
  });
}

/** MD5 of a range of the flash, hexadecimal, as the chip computes it. @throws ProtocolFault, LinkLost */
export async function flashMd5(link: Link, { address, bytes }: Segment): Promise<string> {
  const { data } = await command(link, {
    op: OP.md5,
    body: words(address, bytes.length, 0, 0),
    answers: 32, // the ROM answers in hexadecimal digits
    timeoutMs: timeFor(MD5_MS, bytes.length),
  });
  return Buffer.from(data).toString('latin1').toLowerCase();
}

/** Leaves the loader for the program, where no line resets the chip. @throws ProtocolFault, LinkLost */
export async function runProgram(link: Link, chip: EspChip): Promise<void> {
  await command(link, {
    op: OP.flashBegin,
    body: words(0, 0, BLOCK_BYTES, 0, ...(chip.encrypts ? [0] : [])),
  });
  await command(link, { op: OP.flashEnd, body: words(0) });
}

const unevenRegion = ({ name, page, start }: Region): Problem => ({
  code: 'IMAGE_REFUSED',
  message: `the region ${name} at ${hex(start)} has pages of ${page} bytes, the flash of this chip is erased by ${SECTOR_BYTES}; nothing was written`,
  next: 'correct `page` of the regions in the profile',
});
