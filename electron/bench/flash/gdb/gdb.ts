import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import type { Region, Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';
import type { Link } from '../../link/link.js';
import { openSocketLink } from '../../link/socket-link.js';
import { bordered } from '../fault.js';
import type { Flasher, FlashOptions, FlashProgress, WriteProblem } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { UNKNOWN_CHIP } from '../identity.js';
import { pagesOf, totalBytes } from '../pages.js';
import { compare, inErase, readBlocks, stopped, uncertain, untouched, writePages } from '../programming.js';
import {
  eraseFlash,
  expectOk,
  gdbCrc,
  pieces,
  readMemory,
  type Stub,
  survey,
  theirCrc,
  writeMemory,
} from './memory.js';
import { receive, request, send } from './protocol.js';

/** Of the word that holds the id of a chip. */
const ID_BYTES = 4;

/**
 * A debug server (QEMU, OpenOCD, J-Link, pyOCD) by GDB's remote serial protocol. What its memory map calls flash is erased
 * and written by its own commands, everything else as memory. Verified by its CRC, or by reading where it has none.
 */
export function createGdb(
  { host, port, reset, chipAt }: FlashSettingsOf<'gdb'>,
  { device }: FlasherAccess,
): Flasher {
  let session: { link: Link; stub: Stub } | undefined;
  let verifies: Flasher['verifies'] = 'read-back';
  const connected = () => {
    if (session === undefined) throw new Error('connect comes first');
    return session;
  };
  return {
    protocol: 'gdb',
    get verifies() {
      return verifies;
    },
    async connect() {
      const opened = await openSocketLink({ host, port });
      if (!opened.ok) return fail({ ...opened.error, code: 'TEST_ENV_FAILURE' });
      const link = opened.value;
      session = { link, stub: { block: 0, binary: false, flash: [] } };
      return bordered('TEST_ENV_FAILURE', link, async () => {
        session = { link, stub: await survey(link) };
        await request(link, '?');
        const chip = chipAt === undefined ? UNKNOWN_CHIP : await chipId(link, chipAt);
        return ok({ chip, serial: null, loader: 'GDB remote serial protocol' });
      });
    },
    read(region, options) {
      const { link, stub } = connected();
      return bordered('TEST_ENV_FAILURE', link, () =>
        readRange(link, stub, region, { ...options, phase: 'dump' }),
      );
    },
    async write(segments, options) {
      const { link, stub } = connected();
      if (options.eraseAll) return fail(untouched({ ...CANNOT_ERASE, where: link.name }));
      return writeAll(link, stub, segments, options);
    },
    verify(segments, options) {
      const { link, stub } = connected();
      return bordered('VERIFY_FAILURE', link, async () => {
        const summed = await checksums(link, segments, options);
        verifies = summed === null ? 'read-back' : 'checksum';
        return summed ?? compare(link, segments, options, (range, how) => readRange(link, stub, range, how));
      });
    },
    async start({ onProgress }) {
      const { link } = connected();
      onProgress({ phase: 'start', done: 0, total: 0 });
      await device?.entered();
      return bordered('TEST_ENV_FAILURE', link, async () => {
        if (reset !== undefined) await monitor(link, reset);
        return ok(await send(link, 'c'));
      });
    },
    async close() {
      await session?.link.close();
      session = undefined;
    },
  };
}

/** As the reference manual has it: `0x10006411`. @throws ProtocolFault, LinkLost */
async function chipId(
  link: Link,
  { address, mask }: NonNullable<FlashSettingsOf<'gdb'>['chipAt']>,
): Promise<string> {
  const word = Buffer.from(await readMemory(link, address, ID_BYTES)).readUInt32LE();
  return `0x${((word & mask) >>> 0).toString(16)}`;
}

const readRange = (
  link: Link,
  { block }: Stub,
  range: Pick<Region, 'start' | 'size'>,
  options: FlashOptions & Pick<FlashProgress, 'phase'>,
): Promise<Result<Uint8Array>> =>
  readBlocks(link, range, block, options, (address, size) => readMemory(link, address, size));

async function writeAll(
  link: Link,
  stub: Stub,
  segments: readonly Segment[],
  options: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const parts = segments.flatMap((segment) => pieces(segment, stub));
  const erased = await erase(link, stub, parts, options);
  if (!erased.ok) return erased;
  const written = await writePages(link, parts, options, (part) => writeMemory(link, part, stub.binary));
  if (!written.ok || !parts.some(({ flash }) => flash)) return written;
  // A stub may hold all of it back until now (GDB manual, "vFlashDone").
  const flushed = await bordered('FLASH_FAILURE', link, async () => ok(await expectOk(link, 'vFlashDone')));
  return flushed.ok ? flushed : fail(uncertain(flushed.error));
}

async function erase(
  link: Link,
  { flash }: Stub,
  parts: readonly (Segment & { flash: boolean })[],
  { onProgress, signal }: FlashOptions,
): Promise<Result<void, WriteProblem>> {
  const blocks = flash.flatMap((region) => {
    const own = parts.filter(
      (part) => part.flash && part.address >= region.start && part.address < region.start + region.size,
    );
    return pagesOf(own, region.page).map(({ address }) => ({ start: address, size: region.page }));
  });
  for (const [done, block] of blocks.entries()) {
    onProgress({ phase: 'erase', done, total: blocks.length });
    if (signal.aborted) return fail(inErase(stopped(link, 'erasing', block.start)));
    const result = await bordered('FLASH_FAILURE', link, async () => ok(await eraseFlash(link, block)));
    if (!result.ok)
      return fail(
        inErase({
          ...result.error,
          message: `erasing ${hex(block.start)}: ${inEnglish(result.error.message)}`,
        }),
      );
    onProgress({ phase: 'erase', done: done + 1, total: blocks.length });
  }
  return ok(undefined);
}

/** Null where the stub has no checksums. */
async function checksums(
  link: Link,
  segments: readonly Segment[],
  { onProgress }: FlashOptions,
): Promise<Result<void> | null> {
  const total = totalBytes(segments);
  let done = 0;
  for (const segment of segments) {
    const theirs = await theirCrc(link, segment);
    if (theirs === null) return null;
    if (theirs !== gdbCrc(segment.bytes)) return fail(different(link, segment));
    done += segment.bytes.length;
    onProgress({ phase: 'verify', done, total });
  }
  return ok(undefined);
}

/** `qRcmd` (E.4): what it prints comes in `O` packets before its `OK`. @throws ProtocolFault, LinkLost */
async function monitor(link: Link, command: string): Promise<void> {
  let reply = (await request(link, `qRcmd,${Buffer.from(command).toString('hex')}`)).toString('latin1');
  while (/^O[0-9a-f]/i.test(reply)) reply = (await receive(link)).toString('latin1');
}

const different = (link: Link, { address, bytes }: Segment): Problem => ({
  code: 'VERIFY_FAILURE',
  where: link.name,
  message: `from ${hex(address)} to ${hex(address + bytes.length)} the board's CRC is not that of the image`,
  next: 'flash again; if it stays so, the flash or the supply of the board is bad',
});

const CANNOT_ERASE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'the protocol erases blocks, not everything; nothing was written',
  next: 'flash without erasing all',
};
