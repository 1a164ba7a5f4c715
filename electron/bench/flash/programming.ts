import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Region, Segment } from '../image/image.js';
import { hex } from '../image/parsed.js';
import type { Link } from '../link/link.js';
import { bordered, RESET_AND_AGAIN } from './fault.js';
import type { FlashOptions, FlashProgress, WriteProblem } from './flasher.js';
import { totalBytes } from './pages.js';

type Named = Pick<Link, 'name'>;

/**
 * Writes page by page. A failure names the page at which it happened and what was done before.
 *
 * @param write does one page; throws ProtocolFault, LinkLost
 */
export const writePages = <Page extends Segment>(
  link: Named,
  pages: readonly Page[],
  options: FlashOptions,
  write: (page: Page) => Promise<void>,
): Promise<Result<void, WriteProblem>> =>
  writeBatches(link, pages, { ...options, atOnce: 1 }, async (some, wrote) => {
    for (const page of some) {
      await write(page);
      wrote();
    }
  });

/**
 * Writes pages, some of them at once; a failure as that of `writePages`.
 *
 * @param options `atOnce`: pages of one batch, between two of which it can be stopped
 * @param write does the pages in their order, and calls `wrote` after each; throws ProtocolFault, LinkLost
 */
export async function writeBatches<Page extends Segment>(
  link: Named,
  pages: readonly Page[],
  { onProgress, signal, atOnce }: FlashOptions & { atOnce: number },
  write: (some: readonly Page[], wrote: () => void) => Promise<void>,
): Promise<Result<void, WriteProblem>> {
  const total = totalBytes(pages);
  const left = [...pages];
  let done = 0;
  const wrote = (): void => {
    done += left.shift()?.bytes.length ?? 0;
    onProgress({ phase: 'write', done, total });
  };
  onProgress({ phase: 'write', done, total });
  for (let [next] = left; next !== undefined; [next] = left) {
    if (signal.aborted) return fail(partly(stopped(link, 'writing', next.address), done, total));
    const some = left.slice(0, atOnce);
    const written = await bordered('FLASH_FAILURE', link, async () => ok(await write(some, wrote)));
    if (written.ok) continue;
    const page = `page ${hex(left[0]?.address ?? next.address)}`;
    return fail(
      partly({ ...written.error, message: `${page}: ${inEnglish(written.error.message)}` }, done, total),
    );
  }
  return ok(undefined);
}

/** A part of the memory that one command reads. */
export interface Block {
  address: number;
  size: number;
}

/**
 * Reads block by block.
 *
 * @param read does one block; throws ProtocolFault, LinkLost
 */
export const readBlocks = (
  link: Named,
  range: Pick<Region, 'start' | 'size'>,
  blockBytes: number,
  options: ReadOptions,
  read: (address: number, size: number) => Promise<Uint8Array>,
): Promise<Result<Uint8Array>> =>
  readBatches(link, range, { ...options, blockBytes, atOnce: 1 }, async (some, got) => {
    for (const { address, size } of some) got(await read(address, size));
  });

type ReadOptions = FlashOptions & Pick<FlashProgress, 'phase'>;

/**
 * Reads blocks, some of them at once.
 *
 * @param options `atOnce`: blocks of one batch, between two of which it can be stopped
 * @param read does the blocks in their order, and calls `got` with each; throws ProtocolFault, LinkLost
 */
export async function readBatches(
  link: Named,
  { start, size }: Pick<Region, 'start' | 'size'>,
  { onProgress, signal, phase, ...batch }: ReadOptions & { blockBytes: number; atOnce: number },
  read: (some: readonly Block[], got: (bytes: Uint8Array) => void) => Promise<void>,
): Promise<Result<Uint8Array>> {
  const memory = new Uint8Array(size);
  let done = 0;
  const got = (bytes: Uint8Array): void => {
    memory.set(bytes, done);
    done += bytes.length;
    onProgress({ phase, done, total: size });
  };
  while (done < size) {
    if (signal.aborted) return fail(stopped(link, 'reading', start + done));
    await read(blocksOf({ start: start + done, size: size - done }, batch), got);
  }
  return ok(memory);
}

/** The first blocks of what is left. */
function blocksOf(
  { start, size }: Pick<Region, 'start' | 'size'>,
  { blockBytes, atOnce }: { blockBytes: number; atOnce: number },
): Block[] {
  const count = Math.min(atOnce, Math.ceil(size / blockBytes));
  return Array.from({ length: count }, (_, i) => ({
    address: start + i * blockBytes,
    size: Math.min(blockBytes, size - i * blockBytes),
  }));
}

/** Reads back every byte of the segments and compares. */
export async function compare(
  link: Named,
  segments: readonly Segment[],
  { onProgress, signal }: FlashOptions,
  read: (
    range: Pick<Region, 'start' | 'size'>,
    options: FlashOptions & Pick<FlashProgress, 'phase'>,
  ) => Promise<Result<Uint8Array>>,
): Promise<Result<void>> {
  const total = totalBytes(segments);
  let before = 0;
  for (const { address, bytes } of segments) {
    const offset = before;
    const report = ({ phase, done }: FlashProgress) => onProgress({ phase, done: offset + done, total });
    const range = { start: address, size: bytes.length };
    const back = await read(range, { onProgress: report, signal, phase: 'verify' });
    if (!back.ok) return fail({ ...back.error, code: 'VERIFY_FAILURE' });
    const differs = bytes.findIndex((byte, index) => byte !== back.value[index]);
    if (differs >= 0) return fail(different(link, address + differs, bytes[differs], back.value[differs]));
    before += bytes.length;
  }
  return ok(undefined);
}

export const STOPPED_BEFORE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'stopped before the first write; nothing was written',
};

export const stopped = (link: Named, what: 'writing' | 'reading' | 'erasing', address: number): Problem => ({
  code: 'FLASH_FAILURE',
  where: link.name,
  message: `stopped while ${what}, before ${hex(address)}`,
});

/** A failure while writing, after `done` bytes were acknowledged. */
export function partly(problem: Problem, done: number, total: number): WriteProblem {
  const message = `${inEnglish(problem.message)}; ${done} of ${total} bytes were written`;
  return { ...inErase({ ...problem, message }), left: done > 0 ? 'part' : 'erased' };
}

/** A failure before the first byte was acknowledged: what is written was erased before, or was to be. */
export function inErase(problem: Problem): WriteProblem {
  const isKnown = problem.next !== undefined && problem.next !== RESET_AND_AGAIN;
  const next = isKnown ? problem.next : 'flash again; the bootloader itself was not touched';
  return { ...problem, next, left: 'erased' };
}

/** A failure after all of it was sent, or in what nobody here looks into. */
export const uncertain = (problem: Problem): WriteProblem => ({ ...problem, left: 'unknown' });

/** A failure before anything was erased or written. */
export const untouched = (problem: Problem): WriteProblem => ({ ...problem, left: 'unchanged' });

const different = (link: Named, address: number, wanted = 0, is = 0): Problem => ({
  code: 'VERIFY_FAILURE',
  where: link.name,
  message: `at ${hex(address)} the board holds ${byteText(is)} instead of ${byteText(wanted)}`,
  next: 'flash again; if it stays so, the flash or the supply of the board is bad',
});

const byteText = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`;
