import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Segment } from '../../image/image.js';
import { toIntelHex } from '../../image/write-hex.js';
import { bordered, ProtocolFault, unlessFault } from '../fault.js';
import type { FlashOptions, WriteProblem } from '../flasher.js';
import { uncertain, untouched, writePages } from '../programming.js';
import { command, type DapChannel, INFO, infoText, stringIn } from './channel.js';
import { daplinkError } from './daplink-errors.js';

/** DAPLink's own commands (source/daplink/cmsis-dap/DAP_vendor.c, daplink_vendor_commands.h). */
const UNIQUE_ID = 0x80;
const OPEN = 0x8a;
const CLOSE = 0x8b;
const WRITE = 0x8c;
const ERASE_MODE = 0x8d;

const HEX_STREAM = 1;
const OK = 0;
/** ERROR_INTERNAL: what a stream that is open already answers to `OPEN`. */
const INTERNAL = 2;
/** The first bytes of an image begin the erase, and all of a large chip takes a minute, ms. */
const ERASE_MS = 120_000;
/** What dapjs sends at once, and with it every page that flashes a micro:bit, bytes. */
const PACKET_DATA_BYTES = 62;
/** Between two looks whether to stop, bytes. */
const PIECE_BYTES = 512;
/** The last record of the file, which says that it is whole. */
const END_RECORD = ':00000001FF\n';

/** A probe with DAPLink, which programs its target by itself. */
export interface Daplink {
  channel: DapChannel;
  /** As it tells it, `0257`; '' where it does not, as before 0257: those may know only how to erase all. */
  version: string;
}

/**
 * Whether the probe is a DAPLink: Arm's ids or its name, and it tells its USB serial number by a command of its own, which
 * other probes are not asked.
 *
 * @throws LinkLost
 */
export async function findDaplink(channel: DapChannel, product: string): Promise<Daplink | null> {
  const { ids, serial } = channel.usb;
  if (!ids.startsWith(`${ARM}:`) && !/DAPLink/i.test(product)) return null;
  const told = await unlessFault(command(channel, [UNIQUE_ID]));
  if (told === null || serial === null || stringIn(told).toLowerCase() !== serial.toLowerCase()) return null;
  return { channel, version: (await unlessFault(infoText(channel, INFO.productFirmware))) ?? '' };
}

const ARM = '0d28';

/**
 * Sends the segments as an Intel HEX file, which DAPLink programs as it comes: what it touches, or with `eraseAll` after
 * everything was erased. dapjs has this too (DAPLink.flash), but passes over the answers in between, keeps no reason and
 * cannot be stopped.
 *
 * Error: FLASH_FAILURE; before anything is written where only the whole chip can be erased, and that is not agreed to.
 */
export async function writeStream(
  daplink: Daplink,
  segments: readonly Segment[],
  options: FlashOptions & { eraseAll: boolean },
): Promise<Result<void, WriteProblem>> {
  const { usb } = daplink.channel;
  if (!options.eraseAll && daplink.version === '') return fail(untouched({ ...ERASES_ALL, where: usb.name }));
  const opened = await bordered('FLASH_FAILURE', usb, async () =>
    ok(await openStream(daplink, options.eraseAll)),
  );
  if (!opened.ok) return fail(untouched(opened.error));
  const pieces = segments.flatMap((segment) => piecesOf(segment));
  const sent = await writePages(usb, pieces, options, (piece) => sendPiece(daplink, piece));
  const closed = await bordered('FLASH_FAILURE', usb, () => closeStream(daplink, sent.ok));
  if (!sent.ok) return sent;
  return closed.ok ? closed : fail(uncertain(closed.error));
}

const ERASES_ALL: Problem = {
  code: 'FLASH_FAILURE',
  message: 'this DAPLink (before 0257) erases the whole chip, not only what is written; nothing was written',
  next: 'put a newer DAPLink on the probe, or agree to it in the profile: `erase: chip`',
};

/** @throws ProtocolFault, LinkLost */
async function openStream({ channel, version }: Daplink, eraseAll: boolean): Promise<void> {
  if (version !== '')
    await expectOk({ channel, version }, [ERASE_MODE, eraseAll ? 0 : 1], 'choosing what to erase');
  const open = [OPEN, HEX_STREAM, 0, 0, 0] as const;
  const [status] = await command(channel, open);
  if (status === OK) return;
  // A host that broke off may have left a stream open.
  if (status === INTERNAL) await command(channel, [CLOSE], ERASE_MS);
  await expectOk({ channel, version }, open, 'beginning');
}

/** @throws ProtocolFault, LinkLost */
async function expectOk(
  { channel, version }: Daplink,
  request: readonly [number, ...number[]],
  doing: string,
): Promise<void> {
  const [status = OK] = await command(channel, request, ERASE_MS);
  if (status !== OK) throw faultOf(status, version, doing);
}

function faultOf(status: number, version: string, doing: string): ProtocolFault {
  const { what, next } = daplinkError(status, version);
  return new ProtocolFault(`${doing}: DAPLink says: ${what}`, next);
}

/** Pieces at whose ends it may be stopped; a page that is not whole is not filled up. */
function piecesOf({ address, bytes }: Segment): Segment[] {
  const pieces: Segment[] = [];
  for (let done = 0; done < bytes.length; ) {
    const size = PIECE_BYTES - ((address + done) % PIECE_BYTES);
    pieces.push({ address: address + done, bytes: bytes.subarray(done, done + size) });
    done += size;
  }
  return pieces;
}

/** @throws ProtocolFault, LinkLost */
async function sendPiece(daplink: Daplink, piece: Segment): Promise<void> {
  const records = Buffer.from(toIntelHex([piece]).replace(END_RECORD, ''));
  for (let at = 0; at < records.length; at += PACKET_DATA_BYTES) {
    const part = records.subarray(at, at + PACKET_DATA_BYTES);
    await expectOk(daplink, [WRITE, part.length, ...part], 'writing');
  }
}

/**
 * The answer to the last record is a success whose number differs between versions; what went wrong until then is told by
 * `CLOSE`, which writes what was held back. A stream that broke off is closed too, so that the next can be opened.
 */
async function closeStream({ channel, version }: Daplink, isWhole: boolean): Promise<Result<void>> {
  if (isWhole) await command(channel, [WRITE, END_RECORD.length, ...Buffer.from(END_RECORD)], ERASE_MS);
  await expectOk({ channel, version }, [CLOSE], 'finishing');
  return ok(undefined);
}
