import type { Port } from '../../../shared/port.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { holdersOfEach } from '../link/port-holders.js';
import { linuxPorts } from './linux-ports.js';
import { type Places, SYSTEM_PLACES } from './sysfs.js';
import { type ListedDevice, systemPorts } from './system-ports.js';

/** Where ports are looked for: Linux's own trees, or the system's libraries. */
export interface PortSource {
  platform: NodeJS.Platform;
  places: Places;
}

export const THIS_COMPUTER: PortSource = { platform: process.platform, places: SYSTEM_PLACES };

/**
 * The serial ports and USB devices of this computer, in the order of their names. No hubs; pseudo-terminals are no
 * ports of the computer, but `findBoard` takes them by name. Errors: ENV_ERROR where the system's list cannot be had.
 */
export async function listPorts(source: PortSource = THIS_COMPUTER): Promise<Result<Port[]>> {
  const listed = source.platform === 'linux' ? ok(await linuxPorts(source.places)) : await listedBySystem();
  if (!listed.ok) return listed;
  const holders = await holdersOfEach(listed.value.flatMap(({ path }) => path ?? []));
  const ports = listed.value.map((port) => ({
    ...port,
    in_use_by: (holders.get(port.path ?? '') ?? []).map(({ pid, command }) => ({ pid, program: command })),
  }));
  return ok(ports.sort((a, b) => inOrder(a, b)));
}

const collator = new Intl.Collator('en', { numeric: true });
const inOrder = (a: Port, b: Port): number =>
  collator.compare(a.kind, b.kind) || collator.compare(a.path ?? '', b.path ?? '');

async function listedBySystem(): Promise<Result<Port[]>> {
  try {
    const { SerialPort } = await import('serialport');
    return ok(await systemPorts(await SerialPort.list(), await usbDevices()));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return fail({
      code: 'ENV_ERROR',
      message: `the system does not list its ports: ${words}`,
      next: /udevadm/.test(words) ? 'install udev' : 'see `benchloop doctor`',
    });
  }
}

/** None where the library finds no USB at all: the serial ports are there all the same. */
async function usbDevices(): Promise<readonly ListedDevice[]> {
  try {
    const { WebUSB } = await import('usb');
    return await new WebUSB({ allowAllDevices: true }).getDevices();
  } catch {
    return [];
  }
}
