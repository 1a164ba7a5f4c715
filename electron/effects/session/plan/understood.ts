import { text } from '../../../../shared/texts/words.js';
import type { SessionOutcome } from '../bench.js';

/** The request can be worked on. */
export const understood = (
  constraints: readonly string[],
  evidence: readonly string[] = [],
): SessionOutcome => ({
  type: 'understood',
  reason: text`the request is understood`,
  evidence,
  constraints,
});
