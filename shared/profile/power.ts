import * as z from 'zod';
import { LONGEST_SEC } from '../duration.js';
import { ScriptStepSchema } from './script.js';

/** How long something stays off before it is switched on again. */
export const offSec = z
  .number()
  .nonnegative()
  .max(LONGEST_SEC)
  .default(2)
  .describe('How long it stays off, so that its supply runs empty.');

/** A switch that programs turn: a hub (`uhubctl`), a relay, a strip of sockets. */
export const PowerStepsSchema = z.strictObject({
  off: ScriptStepSchema.describe('Switches it off.'),
  on: ScriptStepSchema.describe('Switches it on.'),
  offSec,
});
export type PowerSteps = z.infer<typeof PowerStepsSchema>;
