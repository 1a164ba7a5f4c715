import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { UsbControl } from '../../link/usb-control.js';
import { bordered } from '../fault.js';
import { type FlasherAccess, openDevice } from '../flasher-access.js';
import { type DapChannel, learnPacketSize, openChannel, showConnected } from './channel.js';
import { type Daplink, findDaplink } from './daplink.js';
import { findDap } from './interface.js';
import { connectTarget, type DapTarget } from './target.js';

/** An opened probe. */
export interface Probe {
  channel: DapChannel;
  /** Null: it cannot program by itself. */
  daplink: Daplink | null;
  /** Null until `takeTarget`. */
  target: DapTarget | null;
}

/**
 * Opens the probe and finds how it takes commands. Errors: those of finding and opening; BOARD_MISMATCH where it is none;
 * TEST_ENV_FAILURE where it does not answer.
 */
export async function openProbe(access: FlasherAccess): Promise<Result<Probe>> {
  const opened = await openDevice(access);
  if (!opened.ok) return opened;
  const usb = opened.value;
  const probe = await bordered('TEST_ENV_FAILURE', usb, () => begin(usb));
  if (!probe.ok) await usb.close();
  return probe;
}

async function begin(usb: UsbControl): Promise<Result<Probe>> {
  const dap = await findDap(usb);
  if (dap === null) return fail({ ...NO_PROBE, where: usb.name });
  await usb.claim(dap.number, dap.setting);
  const channel = openChannel(usb, dap);
  await showConnected(channel, true);
  await learnPacketSize(channel, dap);
  return ok({ channel, daplink: await findDaplink(channel, dap.product), target: null });
}

/** Takes hold of the target, anew where it was held. @throws ProtocolFault, LinkLost */
export async function takeTarget(
  probe: Probe,
  { clock, connectSec }: FlashSettingsOf<'cmsis-dap'>,
  signal: AbortSignal,
): Promise<void> {
  probe.target = await connectTarget(probe.channel, { clock, ms: connectSec * 1000, signal });
}

/** Lets go of target and probe, as far as they are still there. */
export async function closeProbe({ channel, target }: Probe): Promise<void> {
  await bordered('TEST_ENV_FAILURE', channel.usb, async () => {
    await target?.disconnect();
    return ok(await showConnected(channel, false));
  });
  await channel.usb.close();
}

const NO_PROBE: Problem = {
  code: 'BOARD_MISMATCH',
  message: 'the USB device is no CMSIS-DAP probe',
  next: 'plug the probe in, or correct "find" of the profile',
};
