import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import { LinkLost } from '../../link/link.js';
import { Stalled } from '../../link/usb-control.js';
import { bordered, ProtocolFault } from '../fault.js';
import type { FlashOptions, WriteProblem } from '../flasher.js';
import { pagesOf } from '../pages.js';
import { inErase, stopped, untouched, writePages } from '../programming.js';
import type { DfuSector } from './layout.js';
import { type DfuInterface, download, getStatus, STATE, settledIn, toIdle, upload } from './requests.js';

/** A memory of a DfuSe device. */
export interface DfuseMemory extends DfuInterface {
  sectors: readonly DfuSector[];
  /** wTransferSize, bytes: the distance of blocks that follow one another. */
  transferSize: number;
  /** Most bytes that are sent at once. */
  most: number;
}

/** Commands are blocks number 0; data begin at number 2 (ST AN3156, 5 "DFU_DNLOAD"). */
const COMMAND_BLOCK = 0;
const FIRST_BLOCK = 2;
const LAST_BLOCK = 0xffff;
const SET_ADDRESS = 0x21;
const ERASE = 0x41;
const ADDRESS_BYTES = 4;

/** @throws DfuFault, ProtocolFault, LinkLost */
async function command(dfu: DfuInterface, code: number, address: number | null, what: string): Promise<void> {
  const bytes = new Uint8Array(address === null ? 1 : 1 + ADDRESS_BYTES);
  bytes[0] = code;
  if (address !== null) new DataView(bytes.buffer).setUint32(1, address, true);
  await download(dfu, COMMAND_BLOCK, bytes);
  await settledIn(dfu, STATE.downloadIdle, what);
}

/** Erases what the segments touch, or everything, and writes them; what is left of a block is as erased. */
export async function writeDfuse(
  memory: DfuseMemory,
  segments: readonly Segment[],
  options: FlashOptions & { eraseAll: boolean },
): Promise<Result<void, WriteProblem>> {
  const touched = touchedSectors(memory, segments);
  if (!touched.ok) return fail(untouched(touched.error));
  const ready = await bordered('FLASH_FAILURE', memory.usb, async () => ok(await toIdle(memory)));
  if (!ready.ok) return fail(untouched(ready.error));
  const erased = await erase(memory, options.eraseAll ? null : touched.value, options);
  if (!erased.ok) return erased;
  const size = blockSize(memory, touched.value);
  const goTo = addressing(memory, size, (address) => command(memory, SET_ADDRESS, address, 'writing'));
  return writePages(memory.usb, pagesOf(segments, size), options, async ({ address, bytes }) => {
    await download(memory, await goTo(address), bytes);
    await settledIn(memory, STATE.downloadIdle, 'writing');
  });
}

/** Sectors of flash, all of them. Error: BOARD_MISMATCH, before anything is written. */
function touchedSectors({ usb, sectors }: DfuseMemory, segments: readonly Segment[]): Result<DfuSector[]> {
  const touched = new Set<DfuSector>();
  for (const { address, bytes } of segments)
    for (let at = address; at < address + bytes.length; ) {
      const sector = sectors.find(({ start, size }) => at >= start && at < start + size);
      if (!sector?.isFlash) return fail({ ...noFlash(at), where: usb.name });
      touched.add(sector);
      at = sector.start + sector.size;
    }
  return ok([...touched]);
}

const noFlash = (address: number): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the device says that it has no flash at ${hex(address)}; nothing was written`,
  next: 'check which chip the image is for, and `alternate` in the profile',
});

/** The largest power of two that is neither more than can be sent nor reaches out of a sector. */
function blockSize({ most }: DfuseMemory, touched: readonly DfuSector[]): number {
  const limit = Math.min(most, ...touched.map(({ size }) => size));
  return 2 ** Math.floor(Math.log2(limit));
}

/**
 * Gives the block number of an address. Block n lies (n - 2) * wTransferSize behind the address pointer (AN3156, 5), so
 * that the pointer is set only where the blocks do not follow one another, or are smaller.
 */
function addressing(
  { transferSize }: DfuseMemory,
  size: number,
  seek: (address: number) => Promise<void>,
): (address: number) => Promise<number> {
  let base = 0;
  let next: number | null = null;
  return async (address) => {
    const block = FIRST_BLOCK + (address - base) / transferSize;
    const follows = address === next && size === transferSize && block <= LAST_BLOCK;
    next = address + size;
    if (follows) return block;
    await seek(address);
    base = address;
    return FIRST_BLOCK;
  };
}

/** @param sectors null: all there are, by one command */
async function erase(
  memory: DfuseMemory,
  sectors: readonly DfuSector[] | null,
  { onProgress, signal }: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const places = sectors?.map(({ start }) => start) ?? [null];
  for (const [done, place] of places.entries()) {
    onProgress({ phase: 'erase', done, total: places.length });
    if (signal.aborted) return fail(inErase(stopped(memory.usb, 'erasing', place ?? 0)));
    const one = await bordered('FLASH_FAILURE', memory.usb, async () =>
      ok(
        await command(memory, ERASE, place, place === null ? 'erasing everything' : `erasing ${hex(place)}`),
      ),
    );
    if (!one.ok) return fail(inErase(one.error));
    onProgress({ phase: 'erase', done: done + 1, total: places.length });
  }
  return ok(undefined);
}

/** Gives what reads one block after the other. @throws DfuFault, ProtocolFault, LinkLost */
export function dfuseReader(memory: DfuseMemory): (address: number, size: number) => Promise<Uint8Array> {
  const goTo = addressing(memory, memory.most, async (address) => {
    await toIdle(memory);
    await command(memory, SET_ADDRESS, address, 'reading');
    await toIdle(memory); // the only state in which reading begins
  });
  return async (address, size) => {
    const bytes = await upload(memory, await goTo(address), size);
    if (bytes.length < size)
      throw new ProtocolFault(`the device has ${bytes.length} bytes at ${hex(address)}`);
    return bytes;
  };
}

/** Starts the program at an address, which ends the device's time on the bus (AN3156, 5 "Leave DFU mode"). */
export async function leaveDfuse(dfu: DfuInterface, address: number): Promise<void> {
  await toIdle(dfu);
  await command(dfu, SET_ADDRESS, address, 'starting the program');
  await download(dfu, COMMAND_BLOCK, new Uint8Array());
  try {
    await getStatus(dfu);
  } catch (error) {
    // This very request makes it leave.
    if (!(error instanceof LinkLost || error instanceof Stalled)) throw error;
  }
}
