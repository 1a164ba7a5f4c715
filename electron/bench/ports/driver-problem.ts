import type { Port } from '../../../shared/port.js';
import type { Problem } from '../../../shared/problem.js';

/** Serial converters by vendor and product id, and the Linux module that drives them. */
const CONVERTERS: readonly (readonly [ids: RegExp, module: string])[] = [
  [/^0403:60(01|10|11|14|15)$/, 'ftdi_sio'],
  [/^10c4:ea(60|61|63|70|71)$/, 'cp210x'],
  [/^1a86:(7523|5523|7522)$/, 'ch341'],
  [/^1a86:55d[2345]$/, 'cdc_acm'],
  [/^067b:23/, 'pl2303'],
];

/**
 * Why a device that is a serial converter has no port: no driver, or a program that took it away from its driver (Linux
 * shows `usbfs` then; screen reader software brltty does so to CH340, whose ids one braille display has too). Null for
 * all other devices.
 */
export function driverProblem(port: Port): Problem | null {
  const ids = `${port.vendor}:${port.product}`;
  const module = CONVERTERS.find(([pattern]) => pattern.test(ids))?.[1];
  if (port.kind !== 'usb' || module === undefined) return null;
  const problem = { code: 'PORT_NOT_FOUND', where: port.topology ?? ids } as const;
  if (port.driver === 'usbfs')
    return {
      ...problem,
      message: `a program took the serial converter ${ids} from its driver`,
      next: 'sudo apt-get remove brltty (if no braille display is used here), then plug the board in again',
    };
  return {
    ...problem,
    message: `the serial converter ${ids} has no driver`,
    next:
      process.platform === 'linux'
        ? `sudo modprobe ${module}`
        : 'install its driver: native-config/windows.md says which',
  };
}
