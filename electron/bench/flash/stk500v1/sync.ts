import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { Link } from '../../link/link.js';
import { type Entry, pulseReset } from '../enter-bootloader.js';
import { unlessFault } from '../fault.js';
import { noBootloader, STOPPED } from '../no-bootloader.js';
import { QUIET_MS, silence } from '../receive.js';
import { COMMANDS, exchange, STK } from './protocol.js';

/**
 * Longest wait for the answer to one GET_SYNC. Optiboot flashes its LED for some 400 ms before it listens, and keeps
 * what arrives meanwhile in a receiver of three bytes: another two bytes within that time would be cut in half, and the
 * half would end the bootloader (a wrong end of packet makes it reset into the application).
 */
const SYNC_MS = 500;
/** Optiboot listens for 1 s: after so many attempts the application runs, and the board is reset again. */
const SYNCS_PER_RESET = 2;
/**
 * From reset to a receiver that is on: 65 ms with the fuses of Arduino boards (ATmega328P data sheet, "Start-up Times").
 * A byte that arrives on the edge of it would be the first half of a GET_SYNC lost.
 */
const START_UP_MS = 100;

/** What a person does where nothing answers. */
const AFTER_RESET = 'check the port, the baud rate and that the board has a bootloader with STK500 version 1';
const WITHOUT_RESET =
  'press RESET on the board just before flashing, or give the profile an `entry` that the port has lines for';

/**
 * Resets the board and gets the bootloader's attention, whatever the application was sending before.
 *
 * Errors: TEST_ENV_FAILURE where nothing answers in time. Throws LinkLost.
 *
 * @param deadline `Date.now()` until which to try
 */
export async function synchronise(
  link: Link,
  entry: Entry,
  deadline: number,
  signal: AbortSignal,
): Promise<Result<void>> {
  let pulsed = false;
  for (let attempt = 0; Date.now() < deadline && !signal.aborted; attempt++) {
    if (attempt % SYNCS_PER_RESET === 0) {
      pulsed = await pulseReset(link, entry);
      if (pulsed || attempt === 0) await delay(START_UP_MS); // Opening the port may have been a reset, too.
    }
    await silence(link, Date.now() + SYNC_MS);
    await link.write(Uint8Array.of(...COMMANDS.sync.bytes, STK.endOfPacket));
    if ((await sawAnswer(link)) && (await answersExactly(link))) return ok(undefined);
  }
  if (signal.aborted) return fail({ where: link.name, ...STOPPED });
  return fail(noBootloader(link.name, entry, pulsed, pulsed ? AFTER_RESET : WITHOUT_RESET));
}

/** Looks for INSYNC, OK in all that arrives. */
async function sawAnswer(link: Link): Promise<boolean> {
  const deadline = Date.now() + SYNC_MS;
  let previous = -1;
  for (;;) {
    const bytes = await link.read(1, Math.max(0, deadline - Date.now()));
    const byte = bytes?.[0];
    if (byte === undefined) return false;
    if (previous === STK.inSync && byte === STK.ok) return true;
    previous = byte;
  }
}

/**
 * The two bytes may have been noise, and the answer to an earlier attempt may come yet: asks again in silence, and one
 * answer alone must come, since one too many would be taken for that of the next command.
 */
async function answersExactly(link: Link): Promise<boolean> {
  await silence(link, Date.now() + SYNC_MS);
  const answer = await unlessFault(exchange(link, COMMANDS.sync));
  return answer !== null && (await link.read(1, QUIET_MS)) === null;
}
