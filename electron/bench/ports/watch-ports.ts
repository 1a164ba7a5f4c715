import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Port } from '../../../shared/port.js';
import type { Result } from '../../../shared/problem.js';
import { listPorts, type PortSource, THIS_COMPUTER } from './list-ports.js';
import { names, type Places } from './sysfs.js';
import { DEVICE_NAME } from './usb-device.js';

/** What was plugged in or pulled since the last time. */
export interface PortChange {
  added: Port[];
  removed: Port[];
  /** Still there, with another state: udev gave it its group or its links. */
  changed: Port[];
  ports: Port[];
}

export interface PortWatch {
  stop(): void;
}

/** A change is noticed within two looks, ms. */
const INTERVAL_MS = 250;
/** After a change udev still sets groups and makes links: so many looks read everything. */
const SETTLING_LOOKS = 8;

/**
 * Tells what is plugged in now, as added, and then each change, until it is stopped. Looks at names only, and reads the
 * devices when those changed; no udev monitor. An error of `listPorts` is told once, until a list can be had again.
 */
export function watchPorts(
  onChange: (change: Result<PortChange>) => void,
  source: PortSource = THIS_COMPUTER,
  intervalMs = INTERVAL_MS,
): PortWatch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let before: Port[] = [];
  let names = '';
  let settling = 0;
  let failing = false;

  const look = async (): Promise<void> => {
    const now = source.platform === 'linux' ? await plugged(source.places) : null;
    const isSame = now === names && settling === 0;
    if (isSame) return;
    settling = now === names ? settling - 1 : SETTLING_LOOKS;
    // Names read before the list: what is plugged in between is seen at the next look.
    names = now ?? '';
    const listed = await listPorts(source);
    if (stopped) return;
    if (!listed.ok) {
      if (!failing) onChange(listed);
      failing = true;
      return;
    }
    failing = false;
    const change = compare(before, listed.value);
    before = listed.value;
    if (change.added.length + change.removed.length + change.changed.length > 0)
      onChange({ ok: true, value: change });
  };
  const again = async (): Promise<void> => {
    await look();
    if (!stopped) timer = setTimeout(() => void again(), intervalMs);
  };
  void again();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Names of ports and devices, with the number of the file: a device that came back at once has another. */
export async function plugged({ sys, dev }: Places): Promise<string> {
  const folder = path.join(sys, 'bus', 'usb', 'devices');
  const devices = (await names(folder)).filter((name) => DEVICE_NAME.test(name));
  const numbers = await Promise.all(
    devices.map((name) =>
      lstat(path.join(folder, name)).then(
        ({ ino }) => ino,
        () => 0,
      ),
    ),
  );
  const ttys = [...(await names(path.join(sys, 'class', 'tty'))), ...(await names(dev))];
  return [...devices.map((name, at) => `${name} ${numbers[at]}`), ...ttys].sort().join('\n');
}

const keyOf = (port: Port): string =>
  [port.kind, port.kind === 'usb' ? port.topology : port.path, port.vendor, port.product, port.serial].join(
    ' ',
  );
/** Who uses a port changes all the time, and is no plugging. */
const stateOf = (port: Port): string => JSON.stringify({ ...port, in_use_by: [] });

function compare(before: readonly Port[], now: Port[]): PortChange {
  const old = new Map(before.map((port) => [keyOf(port), port]));
  const keys = new Set(now.map(keyOf));
  const isChanged = (port: Port): boolean => {
    const known = old.get(keyOf(port));
    return known !== undefined && stateOf(known) !== stateOf(port);
  };
  return {
    added: now.filter((port) => !old.has(keyOf(port))),
    removed: before.filter((port) => !keys.has(keyOf(port))),
    changed: now.filter(isChanged),
    ports: now,
  };
}
