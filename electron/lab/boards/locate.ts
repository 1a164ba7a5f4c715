import type { Port } from '../../../shared/port.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { Find } from '../../../shared/profile/find.js';
import { tcpPath } from '../../bench/link/tcp-path.js';
import { findBoard, type Need } from '../../bench/ports/find-board.js';
import { listPorts, type PortSource, THIS_COMPUTER } from '../../bench/ports/list-ports.js';
import { findAgain, isAnother } from '../../bench/ports/same-board.js';

/** A device at one moment. */
export interface Seen {
  /** As the profile knows it (`asKnown`). */
  port: Port;
  /** As it calls itself. */
  itself: Port;
}

/** What a profile's flasher speaks to. A board that may wait in its bootloader has no port there. */
export function needOf({ flash, console }: Pick<BoardProfile, 'flash' | 'console'>): Need {
  if (flash.protocol === 'cmsis-dap') return 'probe';
  return flash.protocol === 'dfu' || idsInBootloader(flash) !== undefined || console.rtt !== undefined
    ? 'device'
    : 'port';
}

const idsInBootloader = (flash: BoardProfile['flash']) => ('ids' in flash ? flash.ids : undefined);

/**
 * Ports as a profile knows them, in their order: a board that is in its bootloader under other ids has those of its
 * program, so that it is the same board, and under the same name.
 */
export const asKnown = (profile: BoardProfile, ports: readonly Port[]): readonly Port[] =>
  ports.map((port) => knownAs(profile, port));

/** As `asKnown`, of one. */
export function knownAs({ find, flash }: BoardProfile, port: Port): Port {
  const ids = idsInBootloader(flash);
  return ids !== undefined && port.vendor === ids.vendor && port.product === ids.product
    ? { ...port, ...idsOf(find), ...(ROM_SERIAL[flash.protocol] && { serial: null }) }
    : port;
}

/** Bootloaders in ROM that give every chip the same serial number (RP2040 datasheet, 2.8.4): it tells nothing of the board. */
const ROM_SERIAL: Partial<Record<BoardProfile['flash']['protocol'], true>> = { uf2: true };

const idsOf = ({ usb = {} }: Find): Partial<Pick<Port, 'vendor' | 'product'>> => ({
  ...(usb.vendor === undefined ? {} : { vendor: usb.vendor }),
  ...(usb.product === undefined ? {} : { product: usb.product }),
});

/** Path of the port of a board's console; null where it has none. Errors: BOARD_NOT_FOUND, those of listing ports. */
export async function consoleOf(
  { consoleAt, ...profile }: BoardProfile,
  board: Port,
): Promise<Result<string | null>> {
  const { rtt } = profile.console;
  if (rtt !== undefined) return ok(tcpPath(rtt.host, rtt.port));
  // what DFU is spoken to leaves the bus for its bootloader, and its console with it
  const itself = profile.flash.protocol !== 'dfu' && board.kind === 'serial';
  if (consoleAt === undefined) return ok(itself ? board.path : null);
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const found = await findBoard(consoleAt, listed.value);
  return found.ok ? ok(found.value.path) : found;
}

/** What a board is now. Error: BOARD_NOT_FOUND while it is not plugged in. */
export async function locateAgain(
  profile: BoardProfile,
  { port: before, itself }: Seen,
  source: PortSource = THIS_COMPUTER,
): Promise<Result<Port>> {
  const listed = await listPorts(source);
  if (!listed.ok) return listed;
  const ports = listed.value.filter((port) => !isAnother(itself, port));
  const known = asKnown(profile, ports);
  const again = findAgain(before, known);
  const found = again === null ? undefined : ports[known.indexOf(again)];
  return found === undefined
    ? fail({
        code: 'BOARD_NOT_FOUND',
        where: before.topology ?? before.path ?? '',
        message: 'the board is not there any more',
        next: 'plug it in again',
      })
    : ok(found);
}
