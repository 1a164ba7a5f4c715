import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { Link } from '../../link/link.js';
import { type Entry, pulseReset } from '../enter-bootloader.js';
import { unlessFault } from '../fault.js';
import { noBootloader, STOPPED } from '../no-bootloader.js';
import { silence } from '../receive.js';
import { ACK, AUTOBAUD, getCommands, NACK } from './protocol.js';

/** Longest wait for the answer to one 0x7F. */
const SYNC_MS = 300;
/** For the first one: a bootloader that has measured the speed already takes it for half a command, and waits for the other. */
const FIRST_SYNC_MS = 100;
/** After so many in vain the board is reset again. */
const SYNCS_PER_RESET = 3;
/** What a person does where nothing answers. */
const NEXT =
  'set BOOT0 (AN2606 has the pattern of the chip), press RESET and flash again; check port and parity';
/** More than the longest command takes: whatever a bootloader was in the middle of is over then. */
const LONGEST_COMMAND_BYTES = 300;

/**
 * Gets the bootloader's attention: 0x7F, from which it measures the speed (AN3155, section 1). One that has measured it
 * already answers NACK to a second 0x7F, and both must then answer GET, since the application may have sent such bytes.
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
): Promise<Result<{ version: number; codes: Set<number> }>> {
  let pulsed = false;
  for (let attempt = 0; Date.now() < deadline && !signal.aborted; attempt++) {
    if (attempt % SYNCS_PER_RESET === 0) pulsed = (await pulseReset(link, entry)) || pulsed;
    await silence(link, Date.now() + SYNC_MS);
    if (attempt % SYNCS_PER_RESET === SYNCS_PER_RESET - 1) await finishCommand(link);
    await link.write(Uint8Array.of(AUTOBAUD));
    if (!(await sawAnswer(link, attempt === 0 ? FIRST_SYNC_MS : SYNC_MS))) continue;
    const commands = await answersGet(link);
    if (commands !== null) return ok(commands);
  }
  return fail(
    signal.aborted ? { where: link.name, ...STOPPED } : noBootloader(link.name, entry, pulsed, NEXT),
  );
}

/** A flash that was broken off may have left it waiting for the rest of a command. */
async function finishCommand(link: Link): Promise<void> {
  await link.write(new Uint8Array(LONGEST_COMMAND_BYTES).fill(AUTOBAUD));
  await silence(link, Date.now() + SYNC_MS);
}

async function sawAnswer(link: Link, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const byte = (await link.read(1, Math.max(0, deadline - Date.now())))?.[0];
    if (byte === undefined) return false;
    if (byte === ACK || byte === NACK) return true;
  }
}

async function answersGet(link: Link): Promise<{ version: number; codes: Set<number> } | null> {
  await silence(link, Date.now() + SYNC_MS);
  return unlessFault(getCommands(link));
}
