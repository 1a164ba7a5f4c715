import type { Port } from '../../../shared/port.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Find } from '../../../shared/profile/find.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { driverProblem } from './driver-problem.js';
import { portsNamed } from './port-pattern.js';

/**
 * A port to open, or a device to speak to over USB: of one with several ports any of them stands for it. A probe is a
 * device that calls itself CMSIS-DAP.
 */
export type Need = 'port' | 'device' | 'probe';

/**
 * The port of the board that a profile describes, among those that are plugged in (`listPorts`), or a file that its
 * pattern names. Error: BOARD_NOT_FOUND, which says what was wanted and what is there, what tells several apart, or that
 * the device is there and its driver is not.
 */
export async function findBoard(
  find: Find,
  ports: readonly Port[],
  need: Need = 'port',
): Promise<Result<Port>> {
  const devices = await portsThatFit(find, ports);
  const usable = meeting(need, devices);
  const [found, ...others] = usable;
  if (found !== undefined && others.length === 0) return ok(found);
  if (found !== undefined) return fail(severalFit(usable));
  const [other] = devices;
  return fail(other && need === 'port' ? withoutPort(other) : noneFits(find, ports, need));
}

/** All ports, or devices, that a profile's words fit, of whatever boards. */
export const fittingPorts = async (find: Find, ports: readonly Port[], need: Need): Promise<Port[]> =>
  meeting(need, await portsThatFit(find, ports));

const meeting = (need: Need, ports: readonly Port[]): Port[] => MEETING[need](ports);

const MEETING: Readonly<Record<Need, (ports: readonly Port[]) => Port[]>> = {
  port: (ports) => ports.filter(isPort),
  device: (ports) => oneOfEach(ports),
  probe: (ports) => oneOfEach(ports.filter(isProbe)),
};

/** Every port and device that a profile's words fit, whether or not it can be opened. */
export async function portsThatFit(find: Find, ports: readonly Port[]): Promise<Port[]> {
  const named = find.port === undefined ? ports : await portsNamed(find.port, ports);
  return named.filter((port) => USB_FIELDS.every(({ isWanted }) => isWanted(find.usb ?? {}, port)));
}

const isPort = ({ kind }: Port): boolean => kind === 'serial';

/** Only Linux tells the names of interfaces too. */
const isProbe = ({ functions, description }: Port): boolean =>
  functions.includes('cmsis-dap') || /CMSIS-DAP/i.test(description ?? '');

type UsbFind = NonNullable<Find['usb']>;

interface Field {
  name: string;
  isWanted: (usb: UsbFind, port: Port) => boolean;
  of: (port: Port) => string | null;
}

/** Windows shows serial numbers in capitals, whatever the device says. */
const same = (wanted: string | undefined, given: string | null): boolean =>
  wanted === undefined || wanted.toLowerCase() === given?.toLowerCase();

/** In the order in which they are best told apart: what stays when a board is plugged in elsewhere comes first. */
const USB_FIELDS: readonly Field[] = [
  { name: 'usb.vendor', isWanted: (usb, port) => same(usb.vendor, port.vendor), of: (port) => port.vendor },
  {
    name: 'usb.product',
    isWanted: (usb, port) => same(usb.product, port.product),
    of: (port) => port.product,
  },
  { name: 'usb.serial', isWanted: (usb, port) => same(usb.serial, port.serial), of: (port) => port.serial },
  {
    name: 'usb.interface',
    isWanted: (usb, port) => usb.interface === undefined || usb.interface === port.interface,
    of: (port) => (port.interface === null ? null : String(port.interface)),
  },
  {
    name: 'usb.topology',
    isWanted: (usb, port) => same(usb.topology, port.topology),
    of: (port) => port.topology,
  },
];

const oneOfEach = (ports: readonly Port[]): Port[] => [
  ...new Map(ports.map((port) => [port.topology ?? port.path, port])).values(),
];

/** More are counted only. */
const MOST_NAMED = 8;

function listed(ports: readonly Port[]): string {
  const shown = ports.slice(0, MOST_NAMED).map(describePort).join('; ');
  return ports.length > MOST_NAMED ? `${shown}; and ${ports.length - MOST_NAMED} more` : shown;
}

function describePort(port: Port): string {
  const facts = [
    port.vendor === null ? null : `${port.vendor}:${port.product}`,
    port.description,
    port.serial && `serial ${port.serial}`,
    port.topology && `topology ${port.topology}`,
    port.interface === null ? null : `interface ${port.interface}`,
  ].filter((fact) => fact !== null);
  const name = port.path ?? 'a device without a port';
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name;
}

function severalFit(ports: readonly Port[]): Problem {
  return {
    code: 'BOARD_NOT_FOUND',
    message: `${ports.length} ports fit, and one is wanted: ${listed(ports)}`,
    next: `add to "find" of the profile ${tellApart(ports)}`,
  };
}

/** The field by which each of them differs from every other, else their paths. */
function tellApart(ports: readonly Port[]): string {
  for (const field of USB_FIELDS) {
    const values = ports.map(field.of);
    if (values.includes(null) || new Set(values).size < ports.length) continue;
    return `${field.name}: ${values.join(' / ')}`;
  }
  return `port: ${ports.map((port) => port.path ?? '-').join(' / ')}`;
}

function withoutPort(port: Port): Problem {
  const driver = driverProblem(port);
  return {
    code: 'BOARD_NOT_FOUND',
    message: `${describePort(port)} is plugged in, but ${inEnglish(driver?.message ?? 'it has no serial port')}`,
    next: driver?.next ?? 'put the board into the mode that has a serial port, or name its serial converter',
  };
}

function noneFits(find: Find, ports: readonly Port[], need: Need): Problem {
  const usb = find.usb ?? {};
  const near = ports.filter(
    (port) => usb.vendor !== undefined && same(usb.vendor, port.vendor) && same(usb.product, port.product),
  );
  const there = ports.length === 0 ? 'no port and no USB device is plugged in' : listed(ports);
  return {
    code: 'BOARD_NOT_FOUND',
    message: `wanted: ${wanted(find, need)}; found: ${near.length > 0 ? listed(near) : there}`,
    next:
      near.length > 0
        ? 'plug in the board that is meant, or correct "find" of the profile'
        : 'plug the board in, and see `benchloop ports`',
  };
}

function wanted({ usb = {}, port }: Find, need: Need): string {
  const fields = Object.entries(usb).map(([name, value]) => `usb.${name} ${value}`);
  const all = port === undefined ? fields : [...fields, `port ${port}`];
  if (need === 'probe') all.unshift('a CMSIS-DAP probe');
  return all.length > 0 ? all.join(', ') : 'any port';
}
