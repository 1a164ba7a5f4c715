import type { Step } from '../../../shared/session.js';
import { nested, text } from '../../../shared/texts/words.js';
import type { SessionOutcome } from './bench.js';

/** A step is done; null: there is none left. @param words what its agent says of it */
export const completed = (
  step: Step | null,
  evidence: readonly string[] = [],
  words = '',
): SessionOutcome => ({
  type: 'step_completed',
  reason: step === null ? text`all steps are done` : text`step done: ${nested(step.title)}`,
  evidence,
  step: step?.step_id ?? null,
  ...(words !== '' && { words }),
});
