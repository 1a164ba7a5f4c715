import path from 'node:path';
import type { Port } from '../../../shared/port.js';
import { attribute, names } from './sysfs.js';

/** A USB device as sysfs shows it (Linux: Documentation/ABI/stable/sysfs-bus-usb, testing/sysfs-bus-usb). */
export interface UsbDevice
  extends Pick<
    Port,
    'vendor' | 'product' | 'manufacturer' | 'description' | 'serial' | 'topology' | 'functions'
  > {
  isHub: boolean;
  /** Its file below the folder of devices, `bus/usb/001/004`; null where the numbers are not told. */
  file: string | null;
}

/** Folders of devices are called so: bus, then the port of each hub. Root hubs are `usb1`, interfaces `1-4:1.0`. */
export const DEVICE_NAME = /^\d+-\d+(\.\d+)*$/;

/** Reads the device in a folder of sysfs; null where it is none, or went away while it was read. */
export async function usbDevice(folder: string): Promise<UsbDevice | null> {
  const topology = path.basename(folder);
  if (!DEVICE_NAME.test(topology)) return null;
  const read = (name: string) => attribute(folder, name);
  const [vendor, product, manufacturer, description, serial, deviceClass, bus, device] = await Promise.all([
    read('idVendor'),
    read('idProduct'),
    read('manufacturer'),
    read('product'),
    read('serial'),
    read('bDeviceClass'),
    read('busnum'),
    read('devnum'),
  ]);
  if (vendor === null || product === null) return null;
  return {
    vendor,
    product,
    manufacturer,
    description,
    serial,
    topology,
    functions: await functionsOf(folder, description),
    isHub: deviceClass === '09',
    file: bus && device ? path.join('bus', 'usb', bus.padStart(3, '0'), device.padStart(3, '0')) : null,
  };
}

interface Interface {
  /** Class, subclass and protocol in hexadecimal, `fe0102`. */
  code: string;
  /** Its own name and the product's. */
  name: string;
}

/** USB-IF class codes; DFU 1.1 §4.2.3 (mode) and §4.1.2 (run time); CMSIS-DAP names itself in its interface's string. */
const FUNCTIONS: readonly (readonly [name: string, fits: (one: Interface) => boolean])[] = [
  ['dfu', ({ code }) => code === 'fe0102'],
  ['dfu-runtime', ({ code }) => code === 'fe0101'],
  ['cmsis-dap', ({ name }) => /CMSIS-DAP/i.test(name)],
  ['mass-storage', ({ code }) => code.startsWith('08')],
  ['hid', ({ code }) => code.startsWith('03')],
];

async function functionsOf(folder: string, product: string | null): Promise<string[]> {
  const begin = `${path.basename(folder)}:`;
  const folders = (await names(folder)).filter((name) => name.startsWith(begin));
  const interfaces = await Promise.all(
    folders.map(async (name): Promise<Interface> => {
      const read = async (what: string) => (await attribute(path.join(folder, name), what)) ?? '';
      const code = await Promise.all(
        ['bInterfaceClass', 'bInterfaceSubClass', 'bInterfaceProtocol'].map(read),
      );
      // Version 1 of CMSIS-DAP says so in the name of the product, and may name its interface otherwise.
      return { code: code.join(''), name: `${await read('interface')} ${product ?? ''}` };
    }),
  );
  return FUNCTIONS.filter(([, fits]) => interfaces.some(fits)).map(([name]) => name);
}
