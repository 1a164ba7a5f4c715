import type { Port } from '../../../shared/port.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile, Find } from '../../../shared/profile/board.js';
import { tcpPath } from '../../bench/link/tcp-path.js';
import { findBoard, type Need } from '../../bench/ports/find-board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { findAgain } from '../../bench/ports/same-board.js';

/** What a profile's flasher speaks to. */
export const needOf = ({ flash, console }: Pick<BoardProfile, 'flash' | 'console'>): Need =>
  flash.protocol === 'dfu' || console.rtt !== undefined ? 'device' : 'port';

/**
 * Ports as a profile knows them, in their order: a board that is in its bootloader under other ids has those of its
 * program, so that it is the same board, and under the same name.
 */
export function asKnown({ find, flash }: BoardProfile, ports: readonly Port[]): readonly Port[] {
  if (flash.protocol !== 'dfu' || flash.ids === undefined) return ports;
  const { vendor, product } = flash.ids;
  return ports.map((port) =>
    port.vendor === vendor && port.product === product ? { ...port, ...idsOf(find) } : port,
  );
}

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
  if (consoleAt === undefined) return ok(needOf(profile) === 'device' ? null : board.path);
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const found = await findBoard(consoleAt, listed.value);
  return found.ok ? ok(found.value.path) : found;
}

/** What a board is now that the profile knew as `before`. Error: BOARD_NOT_FOUND while it is not plugged in. */
export async function locateAgain(profile: BoardProfile, before: Port): Promise<Result<Port>> {
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const known = asKnown(profile, listed.value);
  const again = findAgain(before, known);
  const found = again === null ? undefined : listed.value[known.indexOf(again)];
  return found === undefined
    ? fail({
        code: 'BOARD_NOT_FOUND',
        where: before.topology ?? before.path ?? '',
        message: 'the board is not there any more',
        next: 'plug it in again',
      })
    : ok(found);
}
