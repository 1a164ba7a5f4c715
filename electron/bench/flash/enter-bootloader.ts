import { setTimeout as delay } from 'node:timers/promises';
import { ok, type Result } from '../../../shared/problem.js';
import type { Lines, Link, LinkSettings } from '../link/link.js';
import { LinkLost } from '../link/link.js';
import type { FlasherAccess } from './flasher-access.js';

export type Entry = 'dtr' | 'rts' | 'dtr-rts' | 'open' | 'touch-1200' | 'none';

/** Long enough for the capacitor between the line and RESET to discharge (100 nF at 10 kΩ: 1 ms), and for slow adapters. */
const PULSE_MS = 50;
/** After a touch the device leaves the bus at once and needs some hundred ms to come back. */
const LEAVE_MS = 300;
const REOPEN_MS = 100;

const LINES: Partial<Record<Entry, readonly (keyof Lines)[]>> = {
  dtr: ['dtr'],
  rts: ['rts'],
  'dtr-rts': ['dtr', 'rts'],
};

/**
 * Opens the port of a board whose bootloader is to be entered. With `touch-1200` the port is opened at 1200 baud and let
 * go first, upon which such boards come back as their bootloader.
 *
 * @param deadline `Date.now()` until which a board that left is waited for
 */
export async function openForEntry(
  access: FlasherAccess,
  entry: Entry,
  settings: Partial<LinkSettings>,
  deadline: number,
): Promise<Result<Link>> {
  if (entry !== 'touch-1200') return access.openPort(settings);
  const touched = await touch1200(access, settings);
  if (!touched.ok) return touched;
  for (;;) {
    const link = await access.openPort(settings);
    if (link.ok || Date.now() >= deadline) return link;
    await delay(REOPEN_MS);
  }
}

/** Opens the port at 1200 baud and lets it go, upon which such boards leave the bus and come back as their bootloader. */
export async function touch1200(
  access: FlasherAccess,
  settings: Partial<LinkSettings>,
): Promise<Result<void>> {
  const touched = await access.openPort({ ...settings, baud: 1200 });
  if (!touched.ok) return touched;
  await letGo(touched.value);
  await delay(LEAVE_MS);
  return ok(undefined);
}

/** The device may be gone before the port is closed: that is what is wanted. */
async function letGo(link: Link): Promise<void> {
  try {
    await link.setLines({ dtr: false });
  } catch (error) {
    if (!(error instanceof LinkLost)) throw error;
  } finally {
    await link.close();
  }
}

/**
 * Resets the board by a pulse on the lines that its profile names. An Arduino's RESET is tied to DTR by a capacitor, so
 * that the falling edge, when the line becomes asserted, resets it.
 *
 * @returns false where nothing was pulsed: no line is named, or the port has none
 */
export async function pulseReset(link: Link, entry: Entry): Promise<boolean> {
  // a port that was opened for this holder has reset the board already
  if (entry === 'open') await link.reopen?.();
  if (entry === 'open') return true;
  const names = LINES[entry] ?? [];
  if (names.length === 0) return false;
  const all = (value: boolean) => Object.fromEntries(names.map((name) => [name, value]));
  if (!(await link.setLines(all(false)))) return false;
  await delay(PULSE_MS);
  await link.setLines(all(true));
  return true;
}
