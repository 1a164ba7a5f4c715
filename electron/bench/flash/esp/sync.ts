import { setTimeout as delay } from 'node:timers/promises';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Lines, Link } from '../../link/link.js';
import { unlessFault } from '../fault.js';
import { silence } from '../receive.js';
import { command, OP } from './protocol.js';

type Entry = FlashSettingsOf<'esp'>['entry'];
type Step = Partial<Lines> | number;

const SYNC_MS = 100;
const TRIES = 5;
/** What the chip sends upon one SYNC is eight answers. */
const ECHO_MS = 500;
const SYNC_BODY = Uint8Array.from([0x07, 0x07, 0x12, 0x20, ...new Array<number>(32).fill(0x55)]);

/**
 * Lines, and pauses in ms, that bring the chip into its ROM loader (Espressif, "Boot Mode Selection": DTR pulls IO0 low, RTS
 * pulls EN low, through two transistors that do nothing where both are set; USB-Serial/JTAG does the same by itself).
 */
const classic = (ms: number): readonly Step[] => [
  ...[{ dtr: false, rts: true }, 100],
  ...[{ dtr: true, rts: false }, ms],
  { dtr: false, rts: false },
];
const ENTRIES: Readonly<Record<Entry, readonly (readonly Step[])[]>> = {
  // some boards have a large capacitor at EN
  classic: [classic(50), classic(550)],
  'usb-jtag': [
    [
      ...[{ rts: false, dtr: false }, 100, { dtr: true, rts: false }, 100],
      ...[{ rts: true }, { dtr: false }, { rts: true }, 100, { rts: false, dtr: false }],
    ],
  ],
  none: [[]],
};
const START: readonly Step[] = [{ dtr: false, rts: true }, 100, { dtr: false, rts: false }];

/** False where the port has no such lines. @throws LinkLost */
async function drive(link: Link, steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) {
    if (typeof step === 'number') await delay(step);
    else if (!(await link.setLines(step))) return false;
  }
  return steps.length > 0;
}

/** Resets the chip into its program; false where the port cannot. @throws LinkLost */
export const resetByLines = (link: Link): Promise<boolean> => drive(link, START);

/**
 * Gets to the ROM loader: reset, SYNC until it answers.
 *
 * @returns false where it does not by then
 * @param deadline `Date.now()` until which to try
 * @throws LinkLost
 */
export async function synchronise(
  link: Link,
  entry: Entry,
  deadline: number,
  signal: AbortSignal,
): Promise<boolean> {
  const ways = ENTRIES[entry];
  for (let round = 0; Date.now() < deadline && !signal.aborted; round++) {
    await drive(link, ways[round % ways.length] ?? []);
    for (let attempt = 0; attempt < TRIES; attempt++) if (await answers(link)) return true;
  }
  return false;
}

async function answers(link: Link): Promise<boolean> {
  await link.discard();
  const answer = await unlessFault(command(link, { op: OP.sync, body: SYNC_BODY, timeoutMs: SYNC_MS }));
  if (answer === null) return false;
  await silence(link, Date.now() + ECHO_MS);
  return true;
}
