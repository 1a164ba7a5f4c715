import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import type { Segment } from '../image/image.js';
import { hex } from '../image/parsed.js';
import { type Link, LinkLost } from '../link/link.js';
import type { AvrPart } from './avr-parts.js';
import type { FlashOptions, FlashProgress, Identity } from './flasher.js';
import { totalBytes } from './pages.js';
import { COMMANDS, exchange, MAX_READ_BYTES, PARAMETER, Stk500Fault } from './stk500v1-protocol.js';

/** @throws Stk500Fault, LinkLost */
export async function identify(link: Link): Promise<Identity> {
  const [major = 0] = await exchange(link, COMMANDS.parameter(PARAMETER.majorVersion));
  const [minor = 0] = await exchange(link, COMMANDS.parameter(PARAMETER.minorVersion));
  await exchange(link, COMMANDS.enter);
  const signature = await exchange(link, COMMANDS.signature);
  return {
    chip: Buffer.from(signature).toString('hex'),
    serial: null,
    loader: `STK500 version 1, loader ${major}.${minor}`,
  };
}

/** Turns what a protocol throws into a `Problem` of the code that its caller has for it. */
export async function bordered<T>(
  code: ProblemCode,
  link: Link,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stk500Fault || error instanceof LinkLost)) throw error;
    return fail({ code, where: link.name, message: error.message, next: 'reset the board and flash again' });
  }
}

/** Reads program memory; whole words, since addresses count words. */
export async function readRange(
  link: Link,
  range: { start: number; size: number },
  { onProgress, signal }: FlashOptions,
  phase: FlashProgress['phase'],
): Promise<Result<Uint8Array>> {
  const { start, size } = range;
  const first = start - (start % 2);
  const memory = new Uint8Array(start - first + size);
  for (let done = 0; done < memory.length; ) {
    if (signal.aborted) return fail(stopped(link, 'reading', first + done));
    const block = Math.min(MAX_READ_BYTES, memory.length - done);
    memory.set(await exchange(link, COMMANDS.address(first + done), COMMANDS.read(block)), done);
    done += block;
    onProgress({ phase, done: Math.max(0, done - (start - first)), total: size });
  }
  return ok(memory.subarray(start - first));
}

/** Erases and writes page by page. A failure names the page at which it happened and what was done before. */
export async function writePages(
  link: Link,
  pages: readonly Segment[],
  { onProgress, signal }: FlashOptions,
): Promise<Result<void>> {
  const total = totalBytes(pages);
  let done = 0;
  onProgress({ phase: 'write', done, total });
  for (const { address, bytes } of pages) {
    if (signal.aborted) return fail(partly(stopped(link, 'writing', address), done, total));
    const page = await bordered('FLASH_FAILURE', link, async () => {
      await exchange(link, COMMANDS.address(address), COMMANDS.program(bytes));
      return ok(undefined);
    });
    if (!page.ok)
      return fail(
        partly({ ...page.error, message: `page ${hex(address)}: ${page.error.message}` }, done, total),
      );
    done += bytes.length;
    onProgress({ phase: 'write', done, total });
  }
  return ok(undefined);
}

/** Reads back every byte of the segments and compares. */
export async function compare(
  link: Link,
  segments: readonly Segment[],
  { onProgress, signal }: FlashOptions,
): Promise<Result<void>> {
  const total = totalBytes(segments);
  let before = 0;
  for (const { address, bytes } of segments) {
    const offset = before;
    const report = ({ phase, done }: FlashProgress) => onProgress({ phase, done: offset + done, total });
    const range = { start: address, size: bytes.length };
    const read = await readRange(link, range, { onProgress: report, signal }, 'verify');
    if (!read.ok) return fail({ ...read.error, code: 'VERIFY_FAILURE' });
    const differs = bytes.findIndex((byte, index) => byte !== read.value[index]);
    if (differs >= 0) return fail(different(link, address + differs, bytes[differs], read.value[differs]));
    before += bytes.length;
  }
  return ok(undefined);
}

/** What a part cannot take: said before a byte is sent. */
export function refuse(segments: readonly Segment[], part: AvrPart, eraseAll: boolean): Problem | null {
  const end = segments.reduce((last, { address, bytes }) => Math.max(last, address + bytes.length), 0);
  if (end > part.flashBytes)
    return {
      code: 'IMAGE_REFUSED',
      message: `the image ends at ${hex(end)}, the flash of ${part.name} at ${hex(part.flashBytes)}; nothing was written`,
      next: 'build the image for this chip, or name the right profile',
    };
  if (eraseAll)
    return {
      code: 'FLASH_FAILURE',
      message: 'this bootloader cannot erase the whole chip: it lies in the same flash; nothing was written',
      next: 'flash without erasing all; each page that is written is erased first',
    };
  return null;
}

export const unknownPart = (link: Link, { chip }: Identity): Problem => ({
  code: 'BOARD_MISMATCH',
  where: link.name,
  message: `the chip has the signature ${chip}, which is none of the parts with this protocol; nothing was written`,
  next: 'check the port; for another part use `protocol: external` with a tool that knows it',
});

const stopped = (link: Link, what: string, address: number): Problem => ({
  code: 'FLASH_FAILURE',
  where: link.name,
  message: `stopped while ${what}, before ${hex(address)}`,
});

function partly(problem: Problem, done: number, total: number): Problem {
  return {
    ...problem,
    message: `${problem.message}; ${done} of ${total} bytes were written: the board holds a part of the image`,
    next: 'flash again; the bootloader itself was not touched',
  };
}

const different = (link: Link, address: number, wanted = 0, is = 0): Problem => ({
  code: 'VERIFY_FAILURE',
  where: link.name,
  message: `at ${hex(address)} the board holds ${byteText(is)} instead of ${byteText(wanted)}`,
  next: 'flash again; if it stays so, the flash or the supply of the board is bad',
});

const byteText = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`;
