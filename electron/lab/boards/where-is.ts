import type { Board } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { portsNamed } from '../../bench/ports/port-pattern.js';
import { portsOf } from '../../bench/ports/same-board.js';
import { asKnown } from './locate.js';

/** The ports of a board, by its ids or by those that its profile says of its bootloader; none where it is not plugged in. */
export function portsOfBoard(
  { key, profile }: Pick<Board, 'key' | 'profile'>,
  ports: readonly Port[],
  profiles: readonly BoardProfile[],
): Port[] {
  const own = profiles.find(({ id }) => id === profile);
  const known = own === undefined ? ports : asKnown(own, ports);
  const found = portsOf(key, known);
  return ports.filter((_, index) => found.some((port) => port === known[index]));
}

/**
 * Where a board is now: its port, else its place on the bus; one that no list has (a pseudo-terminal) by its file alone.
 * Null where it is not plugged in.
 */
export async function whereIs(
  board: Pick<Board, 'key' | 'profile'>,
  ports: readonly Port[],
  profiles: readonly BoardProfile[],
): Promise<string | null> {
  const [port] = portsOfBoard(board, ports, profiles);
  const { key } = board;
  if (port !== undefined) return port.path ?? port.topology;
  if (key.usb !== null || key.port === null) return null;
  return (await portsNamed(key.port, ports))[0]?.path ?? null;
}
