import { setTimeout as delay } from 'node:timers/promises';
import type { Result } from '../../../shared/problem.js';
import type { PowerSteps } from '../../../shared/profile/power.js';
import { doStep, type StepPlace } from '../script/perform-step.js';

/**
 * Switches off and on by the programs of a profile. Whatever became of the first step, an abort included, the second one
 * is run. Errors: those of the steps.
 */
export async function offAndOn(
  { off, on, offSec }: PowerSteps,
  place: StepPlace,
  signal: AbortSignal,
): Promise<Result<void>> {
  const went = await doStep(off, place, signal);
  await delay(offSec * 1000, undefined, { signal }).catch(() => undefined);
  const came = await doStep(on, place, new AbortController().signal);
  return went.ok ? came : went;
}
