import type { BoardKey } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import { portsNamed } from '../../bench/ports/port-pattern.js';
import { portsOf } from '../../bench/ports/same-board.js';

/**
 * Where a board is now: its port, else its place on the bus; one that no list has (a pseudo-terminal) by its file alone.
 * Null where it is not plugged in.
 */
export async function whereIs(key: BoardKey, ports: readonly Port[]): Promise<string | null> {
  const [port] = portsOf(key, ports);
  if (port !== undefined) return port.path ?? port.topology;
  if (key.usb !== null || key.port === null) return null;
  return (await portsNamed(key.port, ports))[0]?.path ?? null;
}
