import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { ABORTED } from '../within.js';

/** What is done to a supply. */
export type PowerAction = 'on' | 'off' | 'reset';

/** What switches a machine or a board. */
export interface PowerSwitch {
  /** Null where nothing can tell. */
  isOn(signal: AbortSignal): Promise<Result<boolean | null>>;
  apply(action: PowerAction, signal: AbortSignal): Promise<Result<void>>;
}

/** How often is asked whether it is off, ms, and how many times. */
const ASK_MS = 500;
const ASK_TIMES = 60;

/**
 * Switches it off, waits until it says that it is, and then so long that its supply runs empty. What is off already is
 * left so. Errors: those of the switch, BMC_FAILURE where it stays on.
 */
export async function switchOff(
  power: PowerSwitch,
  { offSec, signal }: { offSec: number; signal: AbortSignal },
): Promise<Result<void>> {
  const before = await power.isOn(signal);
  if (!before.ok) return before;
  if (before.value === false) return ok(undefined);
  const turned = await power.apply('off', signal);
  if (!turned.ok) return turned;
  const off = await isOff(power, signal);
  if (!off.ok) return off;
  await pause(offSec * 1000, signal);
  return signal.aborted ? fail(ABORTED) : ok(undefined);
}

async function isOff(power: PowerSwitch, signal: AbortSignal): Promise<Result<void>> {
  for (let asked = 0; asked < ASK_TIMES && !signal.aborted; asked += 1) {
    const now = await power.isOn(signal);
    if (!now.ok) return now;
    if (now.value !== true) return ok(undefined);
    await pause(ASK_MS, signal);
  }
  return fail(signal.aborted ? ABORTED : STAYS_ON);
}

const STAYS_ON: Problem = {
  code: 'BMC_FAILURE',
  message: `it was switched off and is still on after ${(ASK_MS * ASK_TIMES) / 1000} s`,
  next: 'look at the machine, and switch it off by hand',
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
