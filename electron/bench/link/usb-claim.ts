import path from 'node:path';
import type { usb as usbOfSystem } from 'usb';
import { target } from '../ports/sysfs.js';

type UsbDevice = Awaited<ReturnType<typeof usbOfSystem.getDevices>>[number];

/** Interfaces of a device, for one holder. */
export interface Claims {
  /** Takes an interface, on Linux from its driver too (usbhid); what another program took is not taken from it. */
  claim(interfaceNumber: number): Promise<void>;
  /** Gives all of them back, to their drivers too. Of a device that is gone that fails, which does not matter. */
  release(): Promise<void>;
}

/** @param topology where the device is plugged in, as sysfs names it; null where that is not known */
export function claimsOf(device: UsbDevice, topology: string | null): Claims {
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
