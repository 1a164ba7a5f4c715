import type { BoardKey, BoardName } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import { portKey } from '../broker/place.js';

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
  const { usb, serial } = boardKey(port);
  if (serial !== null && key.also?.some((name) => isSameName(name, { usb, serial }))) return 'serial';
  if (isInPlaceOf(key, port)) return 'topology';
  if (key.usb !== null && key.usb !== usb) return null;
  if (key.serial !== null && serial !== null) return isSameSerial(key.serial, serial) ? 'serial' : null;
  if (key.topology !== null) return key.topology === port.topology ? 'topology' : null;
  return key.port !== null && key.port === port.path ? 'port' : null;
}

/** Windows shows serial numbers in capitals, whatever the device says. */
export const isSameSerial = (one: string | null, other: string | null): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

const isSameName = (one: BoardName, other: BoardName): boolean =>
  one.usb === other.usb && isSameSerial(one.serial, other.serial);

/** All that a board calls itself, as far as it was seen; nothing where it is no USB device. */
const namesOf = ({ usb, serial, also = [] }: BoardKey): BoardName[] =>
  usb === null ? [] : [{ usb, serial }, ...also];

/**
 * The key of a board of which both keys are one: it is where the first says, and is known under the names of both. One
 * with a serial number comes first.
 */
export function joined(here: BoardKey, other: BoardKey): BoardKey {
  const all = [...namesOf(here), ...namesOf(other)];
  const names = all.filter((name, index) => all.findIndex((one) => isSameName(one, name)) === index);
  const [first, ...also] = [
    ...names.filter(({ serial }) => serial !== null),
    ...names.filter(({ serial }) => serial === null),
  ];
  const { topology, port } = here;
  return first === undefined ? here : { ...first, topology, port, ...(also.length > 0 ? { also } : {}) };
}

/** Whether a device that tells no serial number is at the place of a board that was seen without one too. */
export const isInPlaceOf = (key: BoardKey, port: Port): boolean =>
  port.serial === null &&
  port.topology !== null &&
  port.topology === key.topology &&
  namesOf(key).some((name) => isSameName(name, boardKey(port)));

/** Whether what two profiles call two boards may be one: the same serial number, place or port, as far as both tell. */
export function mayBeOne(one: BoardKey, other: BoardKey): boolean {
  const isElsewhere = one.topology !== null && other.topology !== null && one.topology !== other.topology;
  if (isElsewhere) return false;
  if (one.serial !== null && other.serial !== null) return isSameName(one, other);
  return one.topology === null || other.topology === null ? isSamePort(one.port, other.port) : true;
}

const isSamePort = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && portKey(one) === portKey(other);

/** Whether what calls itself so is another board of the same kind: it has the ids, and a serial number of its own. */
export const isAnother = (port: Port, other: Port): boolean =>
  boardKey(port).usb === boardKey(other).usb &&
  port.serial !== null &&
  other.serial !== null &&
  !isSameSerial(port.serial, other.serial);

/** Whether two devices pretend to be one: the same ids and serial number, at another place. */
export const isTwin = (port: Port, other: Port): boolean =>
  recognise({ ...boardKey(port), topology: null, port: null }, other) === 'serial' &&
  port.topology !== null &&
  other.topology !== null &&
  port.topology !== other.topology;

/**
 * What a device is known by, whatever its port is called: its USB ids and interface, with its serial number, or with the
 * place where it is plugged in where it has none or shares it with another one. Null where nothing but the name is known,
 * or tells several ports of one interface apart.
 */
export function identityOf(port: Port, ports: readonly Port[]): string | null {
  const identity = deviceOf(port, ports);
  const isShared = ports.some((other) => other.path !== port.path && deviceOf(other, ports) === identity);
  return isShared ? null : identity;
}

function deviceOf(port: Port, ports: readonly Port[]): string | null {
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
 *
 * @param ports without those that are another board by what they call themselves (`isAnother`)
 */
export function findAgain(before: Port, ports: readonly Port[]): Port | null {
  const same = portsOf(boardKey(before), ports);
  const here = ports.filter((port) => port.topology !== null && port.topology === before.topology);
  const found = same.length > 0 ? same : here;
  return found.find((port) => port.interface === before.interface) ?? found[0] ?? null;
}
