import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import { LinkLost } from '../../link/link.js';
import { Stalled, type UsbControl } from '../../link/usb-control.js';
import { readConfiguration, readString } from '../../link/usb-descriptor.js';
import { bordered } from '../fault.js';
import { type FlasherAccess, openDevice } from '../flasher-access.js';
import { type DfuAlternate, type DfuFunction, parseDfu } from './descriptor.js';
import { type DfuInterface, detach, getStatus, STATE } from './requests.js';

/** A device in DFU mode, one of its memories selected. */
export interface DfuDevice extends DfuInterface {
  dfu: DfuFunction;
  /** Name of the alternate setting; of DfuSe it tells the sectors. */
  name: string;
  /** Its program was running, and it was told to leave it. */
  detached: boolean;
}

/** How often a device that left the bus is looked for, ms. */
const LOOK_MS = 50;

/**
 * Finds the device and brings it into DFU mode: where its program runs it is told to detach, and found again by where it
 * is plugged in or its serial number (DFU 1.1, 5). Errors: those of finding and opening; BOARD_MISMATCH where it has no
 * DFU or no such alternate setting; TEST_ENV_FAILURE where it does not come back in time.
 */
export async function enterDfu(
  settings: FlashSettingsOf<'dfu'>,
  access: FlasherAccess,
  signal: AbortSignal,
): Promise<Result<DfuDevice>> {
  const deadline = Date.now() + settings.connectSec * 1000;
  for (let detached = false; ; ) {
    const looked = await look(settings, access, detached);
    if (looked.ok && looked.value !== 'running') {
      await access.device?.entered();
      return ok({ ...looked.value, detached });
    }
    detached ||= looked.ok;
    if (!looked.ok && !mayPass(looked.error, detached)) return looked;
    if (signal.aborted || Date.now() > deadline) return fail(looked.ok ? STAYED : looked.error);
    await delay(LOOK_MS);
  }
}

/**
 * Whether a device that left the bus while it took an image in comes back with its program running. Errors:
 * FLASH_FAILURE where it does not: it may have been unplugged.
 */
export async function runsAgain(
  settings: FlashSettingsOf<'dfu'>,
  access: FlasherAccess,
  signal: AbortSignal,
): Promise<Result<void>> {
  const deadline = Date.now() + settings.connectSec * 1000;
  for (;;) {
    const looked = await look(settings, access, true);
    if (looked.ok && looked.value === 'running') return ok(undefined);
    if (looked.ok && looked.value !== 'running') await looked.value.usb.close();
    if (looked.ok || signal.aborted || Date.now() > deadline) return fail(LEFT);
    await delay(LOOK_MS);
  }
}

const LEFT: Problem = {
  code: 'FLASH_FAILURE',
  message: 'the device left the bus while it took the image in, and its program does not run',
  next: 'plug it in again, put it into DFU mode and flash again',
};

/** While a device leaves and comes back; udev gives its file to the user a moment later than the kernel makes it. */
const mayPass = ({ code }: Problem, detached: boolean): boolean =>
  code !== 'BOARD_MISMATCH' && (detached || code !== 'PORT_PERMISSION');

const STAYED: Problem = {
  code: 'TEST_ENV_FAILURE',
  message: 'the board was told to go into its bootloader, and did not',
  next: 'put it into DFU mode by hand (STM32: BOOT0 and reset)',
};

async function look(
  settings: FlashSettingsOf<'dfu'>,
  access: FlasherAccess,
  isDetached: boolean,
): Promise<Result<Entered | 'running'>> {
  const opened = await openDevice(access);
  if (!opened.ok) return opened;
  const usb = opened.value;
  const entered = await bordered('TEST_ENV_FAILURE', usb, () => enter(usb, settings.alternate, isDetached));
  if (!entered.ok || entered.value === 'running') await usb.close();
  return entered;
}

type Entered = Omit<DfuDevice, 'detached'>;

async function enter(
  usb: UsbControl,
  setting: number,
  isDetached: boolean,
): Promise<Result<Entered | 'running'>> {
  const found = parseDfu(await readConfiguration(usb));
  const [first] = found?.alternates ?? [];
  if (found === null || first === undefined) return fail({ ...NO_DFU, where: usb.name });
  const { alternates, dfu } = found;
  await usb.claim(first.interface, first.setting);
  if (await isRunning({ usb, number: first.interface }, first)) {
    if (!isDetached) await leave({ usb, number: first.interface }, dfu);
    return ok('running');
  }
  const chosen = alternates.find((one) => one.setting === setting);
  if (chosen === undefined) return fail(await noAlternate(usb, alternates, setting));
  await usb.claim(chosen.interface, chosen.setting);
  return ok({ usb, number: chosen.interface, dfu, name: await readString(usb, chosen.nameIndex) });
}

/** By its state: there are devices in DFU mode whose descriptor says otherwise, and programs that tell no state. */
async function isRunning(dfu: DfuInterface, { protocol }: DfuAlternate): Promise<boolean> {
  try {
    const { state } = await getStatus(dfu);
    return state === STATE.appIdle || state === STATE.appDetach;
  } catch (error) {
    if (error instanceof Stalled && protocol === RUN_TIME) return true;
    throw error;
  }
}

const RUN_TIME = 1;

async function leave(running: DfuInterface, { willDetach, detachMs }: DfuFunction): Promise<void> {
  try {
    await detach(running, detachMs);
    if (!willDetach) await running.usb.reset();
  } catch (error) {
    if (!(error instanceof LinkLost)) throw error; // it left at once
  }
}

const NO_DFU: Problem = {
  code: 'BOARD_MISMATCH',
  message: 'the USB device has no DFU',
  next: 'put the board into DFU mode (STM32: BOOT0 and reset), or correct "find" of the profile',
};

async function noAlternate(
  usb: UsbControl,
  alternates: readonly DfuAlternate[],
  setting: number,
): Promise<Problem> {
  const names: string[] = [];
  for (const one of alternates) names.push(`${one.setting} (${await readString(usb, one.nameIndex)})`);
  return {
    code: 'BOARD_MISMATCH',
    where: usb.name,
    message: `the device has no alternate setting ${setting}; it has ${names.join(', ')}`,
    next: 'correct `alternate` in the profile',
  };
}
