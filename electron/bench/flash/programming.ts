import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
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
export async function writePages<Page extends Segment>(
  link: Named,
  pages: readonly Page[],
  { onProgress, signal }: FlashOptions,
  write: (page: Page) => Promise<void>,
): Promise<Result<void, WriteProblem>> {
  const total = totalBytes(pages);
  let done = 0;
  onProgress({ phase: 'write', done, total });
  for (const page of pages) {
    const { address, bytes } = page;
    if (signal.aborted) return fail(partly(stopped(link, 'writing', address), done, total));
    const written = await bordered('FLASH_FAILURE', link, async () => ok(await write(page)));
    if (!written.ok)
      return fail(
        partly({ ...written.error, message: `page ${hex(address)}: ${written.error.message}` }, done, total),
      );
    done += bytes.length;
    onProgress({ phase: 'write', done, total });
  }
  return ok(undefined);
}

/**
 * Reads block by block.
 *
 * @param read does one block; throws ProtocolFault, LinkLost
 */
export async function readBlocks(
  link: Named,
  { start, size }: Pick<Region, 'start' | 'size'>,
  blockBytes: number,
  { onProgress, signal, phase }: FlashOptions & Pick<FlashProgress, 'phase'>,
  read: (address: number, size: number) => Promise<Uint8Array>,
): Promise<Result<Uint8Array>> {
  const memory = new Uint8Array(size);
  for (let done = 0; done < size; ) {
    if (signal.aborted) return fail(stopped(link, 'reading', start + done));
    const block = Math.min(blockBytes, size - done);
    memory.set(await read(start + done, block), done);
    done += block;
    onProgress({ phase, done, total: size });
  }
  return ok(memory);
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

export const stopped = (link: Named, what: 'writing' | 'reading' | 'erasing', address: number): Problem => ({
  code: 'FLASH_FAILURE',
  where: link.name,
  message: `stopped while ${what}, before ${hex(address)}`,
});

/** A failure while writing, after `done` bytes were acknowledged. */
export function partly(problem: Problem, done: number, total: number): WriteProblem {
  const message = `${problem.message}; ${done} of ${total} bytes were written`;
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
