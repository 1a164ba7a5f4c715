import path from 'node:path';
import type { usb as usbOfSystem } from 'usb';
import type { Port } from '../../../shared/port.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { target } from '../ports/sysfs.js';
import { topologyOf } from '../ports/system-ports.js';
import { LinkLost } from './link.js';
import { permissionProblem } from './permission-problem.js';
import { Stalled, type UsbControl } from './usb-control.js';

type UsbDevice = Awaited<ReturnType<typeof usbOfSystem.getDevices>>[number];

/** A device may be slow to answer while it erases, ms. */
const ANSWER_MS = 10_000;

/** Errors: PORT_NOT_FOUND, PORT_PERMISSION with what grants it, PORT_LOST with the system's words. */
export async function openUsb(port: Port): Promise<Result<UsbControl>> {
  const name = `USB ${port.topology ?? ''} ${port.vendor}:${port.product}`;
  try {
    const { usb } = await import('usb');
    const device = (await usb.getDevices()).find((one) => isSame(one, port));
    if (device === undefined) return fail({ ...GONE, where: name });
    await device.open();
    return ok({
      name,
      ids: `${port.vendor}:${port.product}`,
      serial: port.serial,
      ...controlOf(device, claimsOf(device, port.topology), name),
    });
  } catch (error) {
    return fail(await openProblem(error, name, port));
  }
}

const GONE: Problem = {
  code: 'PORT_NOT_FOUND',
  message: 'the USB device is not there any more',
  next: 'plug the board in again',
};

function isSame(device: UsbDevice, port: Port): boolean {
  const place = topologyOf(device);
  const ids = [device.vendorId, device.productId].map((id) => id.toString(16).padStart(4, '0')).join(':');
  if (ids !== `${port.vendor}:${port.product}`) return false;
  return place !== null && port.topology !== null
    ? place === port.topology
    : port.serial === (device.serialNumber ?? null);
}

async function openProblem(error: unknown, where: string, port: Port): Promise<Problem> {
  const text = textOf(error);
  // Of a device with a serial port the path is that port's, not its own.
  const file = port.kind === 'usb' ? port.path : null;
  if (/permission|access/i.test(text)) return permissionProblem(file ?? where);
  const next =
    process.platform === 'win32' ? 'give it the WinUSB driver: native-config/windows.md says how' : undefined;
  return { code: 'PORT_LOST', where, message: `the USB device could not be opened: ${text}`, next };
}

function controlOf(
  device: UsbDevice,
  claims: Claims,
  name: string,
): Omit<UsbControl, 'name' | 'ids' | 'serial'> {
  const told = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      const text = textOf(error);
      throw /stall/i.test(text) ? new Stalled(text) : new LinkLost(name, text);
    }
  };
  return {
    // What WebUSB's controlTransferIn and -Out call; only these take a time limit.
    async in(request, length) {
      return (await told(device.nativeControlTransferIn(request, ANSWER_MS, length))) ?? new Uint8Array();
    },
    async out(request, data) {
      await told(device.nativeControlTransferOut(request, ANSWER_MS, data));
    },
    async read(endpoint, length, timeoutMs) {
      const bytes = await told(device.nativeTransferIn(endpoint, timeoutMs, length));
      if (bytes === null) throw new Stalled('the endpoint is halted');
      return bytes;
    },
    async write(endpoint, bytes) {
      await told(device.nativeTransferOut(endpoint, ANSWER_MS, bytes));
    },
    async claim(interfaceNumber, alternate) {
      await told(claims.claim(interfaceNumber));
      await told(device.selectAlternateInterface(interfaceNumber, alternate));
    },
    reset: () => told(device.reset()),
    async close() {
      // Closing it alone does not give its interfaces back; of a device that is gone closing fails.
      await claims.release();
      await device.close().catch(() => undefined);
    },
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Interfaces of a device, for one holder. */
interface Claims {
  /** Takes an interface, on Linux from its driver too (usbhid); what another program took is not taken from it. */
  claim(interfaceNumber: number): Promise<void>;
  /** Gives all of them back, to their drivers too. Of a device that is gone that fails, which does not matter. */
  release(): Promise<void>;
}

/** @param topology where the device is plugged in, as sysfs names it; null where that is not known */
function claimsOf(device: UsbDevice, topology: string | null): Claims {
  const claimed = new Set<number>();
  const taken = new Set<number>();
  return {
    async claim(number) {
      if (claimed.has(number)) return;
      const driver = await driverOf(topology, number);
      if (driver === USBFS) throw new Error('another program has this interface open: close that program');
      if (driver !== null) {
        await device.detachKernelDriver(number);
        taken.add(number);
      }
      await device.claimInterface(number);
      claimed.add(number);
    },
    async release() {
      for (const number of claimed) await device.releaseInterface(number).catch(() => undefined);
      for (const number of taken) await device.attachKernelDriver(number).catch(() => undefined);
    },
  };
}

/** What Linux calls a program that has an interface. */
const USBFS = 'usbfs';

/** The driver of an interface, `usbhid`; null where it has none, or the system does not tell (Linux: sysfs-bus-usb). */
async function driverOf(topology: string | null, number: number): Promise<string | null> {
  if (process.platform !== 'linux' || topology === null) return null;
  const link = path.join('/sys/bus/usb/devices', `${topology}:1.${number}`, 'driver');
  const driver = await target(link);
  return driver === null ? null : path.basename(driver);
}
