import type { Result } from '../../../shared/problem.js';
import type { BmcProfile } from '../../../shared/profile/bmc.js';
import { type PowerSwitch, switchOff } from '../power/power-switch.js';

/**
 * Starts a machine anew. `attach` opens its console just before: while it is off, where it is switched off and on, so that
 * its first byte is the first of the console. What is off is only switched on. Errors: those of the switch and of `attach`.
 */
export async function startAnew(
  power: PowerSwitch,
  { by, offSec }: BmcProfile['boot'],
  attach: () => Promise<Result<void>>,
  signal: AbortSignal,
): Promise<Result<void>> {
  if (by === 'cycle') {
    const off = await switchOff(power, { offSec, signal });
    if (!off.ok) return off;
  }
  const on = await power.isOn(signal);
  if (!on.ok) return on;
  const attached = await attach();
  if (!attached.ok) return attached;
  // where nothing tells, it is as was asked for: off after a cycle, on before a reset
  const isOn = on.value ?? by === 'reset';
  return power.apply(isOn ? 'reset' : 'on', signal);
}
