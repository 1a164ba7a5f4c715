import path from 'node:path';
import type { Port } from '../../../shared/port.js';
import { accessTo, attribute, names, outwards, type Places, target } from './sysfs.js';
import { DEVICE_NAME, type UsbDevice, usbDevice } from './usb-device.js';

/** Serial ports in a /dev whose sysfs is hidden. */
const SERIAL_NAME = /^tty(S|USB|ACM|AMA|MXUSB|XRUSB|WCH)\d+$/;

/**
 * Serial ports and USB devices as sysfs tells them, so without udev; in a system without sysfs what /dev has. What goes
 * away while it is read is left out.
 */
export async function linuxPorts(places: Places): Promise<Port[]> {
  const root = (await target(places.sys)) ?? places.sys;
  const links = await linksById(places.dev);
  // The kernel makes a file of /dev after its entry in sysfs, and removes it before (drivers/base/core.c).
  const files = await names(places.dev);
  const ttys = await names(path.join(root, 'class', 'tty'));
  const serial = await Promise.all(ttys.map((name) => serialPort(name, root, places.dev, links)));
  const hidden = files.filter((name) => SERIAL_NAME.test(name) && !ttys.includes(name));
  const unknown = await Promise.all(hidden.map((name) => bare(path.join(places.dev, name), links)));
  const there = unknown.filter((port) => port.access !== 'missing');
  const ports = [...serial.flatMap((port) => port ?? []), ...there];
  const used = new Set(ports.flatMap(({ topology }) => topology ?? []));
  const devices = path.join(root, 'bus', 'usb', 'devices');
  const without = (await names(devices)).filter((name) => DEVICE_NAME.test(name) && !used.has(name));
  const usb = await Promise.all(without.map((name) => usbOnly(path.join(devices, name), places.dev)));
  return [...ports, ...usb.flatMap((device) => device ?? [])];
}

type Links = ReadonlyMap<string, readonly string[]>;

async function serialPort(name: string, root: string, dev: string, links: Links): Promise<Port | null> {
  const entry = path.join(root, 'class', 'tty', name);
  const device = await target(path.join(entry, 'device'));
  if (device === null) return null; // a virtual console
  // PORT_UNKNOWN (linux/serial_core.h): the 8250 driver reserves names for chips that are not there.
  if ((await attribute(entry, 'type')) === '0') return null;
  const around = [...outwards(device, root)];
  const home = around.find((folder) => DEVICE_NAME.test(path.basename(folder)));
  const usb = home === undefined ? null : await usbDevice(home);
  const [driver, number] = await Promise.all([driverOf(around), interfaceOf(around)]);
  const port = await bare(path.join(dev, name.replaceAll('!', '/')), links); // sysfs writes / as !
  const isThere = (await target(path.join(entry, 'device'))) === device;
  if (!isThere || (home !== undefined && usb === null)) return null;
  return { ...port, ...(usb && identity(usb)), interface: number, driver };
}

async function usbOnly(link: string, dev: string): Promise<Port | null> {
  const folder = await target(link);
  const usb = folder === null ? null : await usbDevice(folder);
  if (folder === null || usb === null || usb.isHub) return null;
  const file = usb.file === null ? null : path.join(dev, usb.file);
  const inside = (await names(folder)).filter((name) => name.startsWith(`${usb.topology}:`));
  const driver = await driverOf(inside.map((name) => path.join(folder, name)));
  return { ...EMPTY, kind: 'usb', path: file, access: await access(file), ...identity(usb), driver };
}

const access = async (file: string | null): Promise<Port['access']> =>
  file === null ? 'unknown' : accessTo(file);

const identity = ({ isHub: _, file: __, ...rest }: UsbDevice): Omit<UsbDevice, 'isHub' | 'file'> => rest;

const EMPTY: Port = {
  kind: 'serial',
  path: null,
  vendor: null,
  product: null,
  manufacturer: null,
  description: null,
  serial: null,
  topology: null,
  interface: null,
  driver: null,
  functions: [],
  access: 'unknown',
  in_use_by: [],
  by_id: [],
};

/** A port of which nothing is known but its path. */
export const barePort = async (file: string): Promise<Port> => ({
  ...EMPTY,
  path: file,
  access: await accessTo(file),
});

const bare = async (file: string, links: Links): Promise<Port> => ({
  ...(await barePort(file)),
  by_id: [...(links.get(file) ?? [])],
});

async function interfaceOf(around: readonly string[]): Promise<number | null> {
  for (const folder of around) {
    const number = await attribute(folder, 'bInterfaceNumber');
    if (number !== null) return Number.parseInt(number, 16);
  }
  return null;
}

/** The first driver; since Linux 6.8 serial ports sit on a bus of their own, whose "driver" says nothing. */
async function driverOf(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const driver = await target(path.join(folder, 'driver'));
    const bus = await target(path.join(folder, 'subsystem'));
    if (driver !== null && path.basename(bus ?? '') !== 'serial-base') return path.basename(driver);
  }
  return null;
}

/** The stable names that udev gives, by the device file that they lead to. */
async function linksById(dev: string): Promise<Links> {
  const folder = path.join(dev, 'serial', 'by-id');
  const found = new Map<string, string[]>();
  const real = (await target(dev)) ?? dev;
  for (const name of await names(folder)) {
    const link = path.join(folder, name);
    const file = await target(link);
    if (file === null) continue;
    const shown = path.join(dev, path.relative(real, file));
    found.set(shown, [...(found.get(shown) ?? []), link]);
  }
  return found;
}
