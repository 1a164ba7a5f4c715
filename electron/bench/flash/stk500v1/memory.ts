import { ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Region, Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import type { Link } from '../../link/link.js';
import type { FlashOptions, FlashProgress, Identity } from '../flasher.js';
import { pagesAtOnce } from '../in-turn.js';
import { readBatches } from '../programming.js';
import type { AvrPart } from './avr-parts.js';
import { COMMANDS, exchange, exchangeAll, MAX_READ_BYTES, PARAMETER } from './protocol.js';

/** @throws ProtocolFault, LinkLost */
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

/** Reads program memory; whole words, since addresses count words. */
export async function readRange(
  link: Link,
  { start, size }: Pick<Region, 'start' | 'size'>,
  options: FlashOptions & Pick<FlashProgress, 'phase'>,
): Promise<Result<Uint8Array>> {
  const before = start % 2;
  const onProgress = ({ phase, done }: FlashProgress) =>
    options.onProgress({ phase, done: Math.max(0, done - before), total: size });
  const range = { start: start - before, size: size + before };
  const batch = { blockBytes: MAX_READ_BYTES, atOnce: pagesAtOnce(link) };
  const read = await readBatches(link, range, { ...options, onProgress, ...batch }, (some, got) =>
    exchangeAll(
      link,
      some.map(({ address, size }) => [COMMANDS.address(address), COMMANDS.read(size)]),
      got,
    ),
  );
  return read.ok ? ok(read.value.subarray(before)) : read;
}

/** Erases and writes pages; `wrote` is called after each. */
export const programPages = (link: Link, pages: readonly Segment[], wrote: () => void): Promise<void> =>
  exchangeAll(
    link,
    pages.map(({ address, bytes }) => [COMMANDS.address(address), COMMANDS.program(bytes)]),
    wrote,
  );

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
