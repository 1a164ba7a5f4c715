import type { Port } from '../../../shared/port.js';
import { barePort } from './linux-ports.js';

/** A port as the `serialport` package gives it. */
export interface ListedPort {
  path: string;
  vendorId?: string | undefined;
  productId?: string | undefined;
  manufacturer?: string | undefined;
  serialNumber?: string | undefined;
  locationId?: string | undefined;
  pnpId?: string | undefined;
}

/** A USB device as the `usb` package gives it (WebUSB's USBDevice, and where it is plugged in). */
export interface ListedDevice {
  vendorId: number;
  productId: number;
  manufacturerName?: string | null;
  productName?: string | null;
  serialNumber?: string | null;
  deviceClass: number;
  bus: string;
  ports: readonly number[];
}

/** Ports of Windows and macOS, from what the `serialport` and `usb` packages list. */
export async function systemPorts(
  serial: readonly ListedPort[],
  devices: readonly ListedDevice[],
): Promise<Port[]> {
  const usb = devices.filter((one) => one.deviceClass !== HUB);
  const ports = await Promise.all(serial.map((info) => serialPort(info, usb)));
  const withPort = usb.filter((one) => ports.some((port) => port.topology === topologyOf(one)));
  const without = usb.filter((one) => !withPort.includes(one));
  return [...ports, ...(await Promise.all(without.map(usbOnly)))];
}

const HUB = 9; // USB-IF class code

async function serialPort(info: ListedPort, devices: readonly ListedDevice[]): Promise<Port> {
  const vendor = hex4(info.vendorId);
  const product = hex4(info.productId);
  const bare = await barePort(info.path);
  const known: Port = {
    ...bare,
    access: 'unknown', // an attempt to open it would tell, and reset many boards
    vendor,
    product,
    manufacturer: info.manufacturer ?? null,
    serial: info.serialNumber ?? null,
    topology: appleTopology(info.locationId),
    interface: windowsInterface(info.pnpId),
  };
  const same = devices.filter(
    (one) =>
      hexOf(one.vendorId) === vendor &&
      hexOf(one.productId) === product &&
      (known.serial === null || !one.serialNumber || sameText(one.serialNumber, known.serial)),
  );
  const [device] = same;
  if (device === undefined || same.length > 1) return known; // which of several twins it is cannot be told
  return {
    ...known,
    manufacturer: device.manufacturerName ?? known.manufacturer,
    description: device.productName ?? null,
    serial: device.serialNumber || known.serial,
    topology: topologyOf(device) ?? known.topology,
  };
}

async function usbOnly(device: ListedDevice): Promise<Port> {
  return {
    ...(await barePort('')),
    kind: 'usb',
    path: null,
    access: 'unknown',
    vendor: hexOf(device.vendorId),
    product: hexOf(device.productId),
    manufacturer: device.manufacturerName ?? null,
    description: device.productName ?? null,
    serial: device.serialNumber || null,
    topology: topologyOf(device),
  };
}

const hexOf = (id: number): string => id.toString(16).padStart(4, '0');
const hex4 = (id: string | undefined): string | null => id?.toLowerCase().padStart(4, '0') ?? null;
const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Bus, then the port of each hub; null where the system does not tell. */
export function topologyOf({ bus, ports }: ListedDevice): string | null {
  const number = Number.parseInt(bus, 10);
  return Number.isNaN(number) || ports.length === 0 ? null : `${number}-${ports.join('.')}`;
}

/** macOS: eight hexadecimal digits, the bus and then one digit for the port of each hub (IOUSBHostFamily, locationID). */
function appleTopology(location: string | undefined): string | null {
  const digits = /^(?:0x)?([0-9a-f]{1,8})$/i.exec(location ?? '')?.[1]?.padStart(8, '0');
  if (digits === undefined) return null;
  const ports = [...digits.slice(2).replace(/0+$/, '')].map((digit) => Number.parseInt(digit, 16));
  return ports.length === 0 ? null : `${Number.parseInt(digits.slice(0, 2), 16)}-${ports.join('.')}`;
}

/** Windows: `USB\VID_0403&PID_6010&MI_01\…` (Microsoft, "Standard USB Identifiers", multiple-interface devices). */
function windowsInterface(pnpId: string | undefined): number | null {
  const digits = /&MI_([0-9a-f]{2})/i.exec(pnpId ?? '')?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}
