import type { BoardKey } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';

/** What makes the board behind a port the same one again. */
export const boardKey = (port: Port): BoardKey => ({
  usb: port.vendor === null ? null : `${port.vendor}:${port.product}`,
  serial: port.serial,
  topology: port.topology,
  port: port.path,
});

/**
 * How sure it is that this is the board behind that port: by its USB serial number, by the place where it is plugged in
 * (boards without a serial number), or by its port's path alone. Null: another one. What is null in a key says nothing.
 */
export function recognise(key: BoardKey, port: Port): 'serial' | 'topology' | 'port' | null {
  const usb = boardKey(port).usb;
  if (key.usb !== null && key.usb !== usb) return null;
  if (key.serial !== null && port.serial !== null)
    return key.serial.toLowerCase() === port.serial.toLowerCase() ? 'serial' : null;
  if (key.topology !== null) return key.topology === port.topology ? 'topology' : null;
  return key.port !== null && key.port === port.path ? 'port' : null;
}

/** Whether what two profiles call two boards may be one: the same serial number, place or path, as far as both tell. */
export function mayBeOne(one: BoardKey, other: BoardKey): boolean {
  const isElsewhere = one.topology !== null && other.topology !== null && one.topology !== other.topology;
  if (isElsewhere) return false;
  if (one.serial !== null && other.serial !== null)
    return one.usb === other.usb && one.serial.toLowerCase() === other.serial.toLowerCase();
  return one.topology === null || other.topology === null
    ? one.port !== null && one.port === other.port
    : true;
}

/** Whether two devices pretend to be one: the same ids and serial number, at another place. */
export const isTwin = (port: Port, other: Port): boolean =>
  recognise({ ...boardKey(port), topology: null, port: null }, other) === 'serial' &&
  port.topology !== null &&
  other.topology !== null &&
  port.topology !== other.topology;

/**
 * What a device is known by, whatever its port is called: its USB ids and interface, with its serial number, or with the
 * place where it is plugged in where it has none or shares it with another one. Null where nothing but the name is known.
 */
export function identityOf(port: Port, ports: readonly Port[]): string | null {
  const { usb, serial, topology } = boardKey(port);
  const isOwn = serial !== null && !ports.some((other) => isTwin(port, other));
  const which = isOwn ? serial.toLowerCase() : topology && `@${topology}`;
  return usb === null || which === null ? null : `${usb} ${which} ${port.interface ?? 0}`;
}

/** Least surely recognised last. */
const SURENESS = ['serial', 'topology', 'port'] as const;

/** The ports of a board, under whatever names; none where it is not plugged in. */
export function portsOf(key: BoardKey, ports: readonly Port[]): Port[] {
  for (const by of SURENESS) {
    const found = ports.filter((port) => recognise(key, port) === by);
    // of two that share a serial number the one that is plugged in where it was
    const here = found.filter((port) => port.topology === key.topology);
    if (found.length > 0) return here.length > 0 ? here : found;
  }
  return [];
}

/**
 * The port that a board has now, after it was reset, pulled or put into its bootloader: the same interface of the same
 * device, else what is plugged in at the same place (a bootloader has ids and a serial number of its own). Null: it is
 * not back yet.
 */
export function findAgain(before: Port, ports: readonly Port[]): Port | null {
  const same = portsOf(boardKey(before), ports);
  const here = ports.filter((port) => port.topology !== null && port.topology === before.topology);
  const found = same.length > 0 ? same : here;
  return found.find((port) => port.interface === before.interface) ?? found[0] ?? null;
}
