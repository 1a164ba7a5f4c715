import { joined, text, type Words } from '../../../../shared/texts/words.js';
import type { SessionOutcome } from '../bench.js';

/** The request can be worked on. @param stoodIn why rules say so in place of a model; null: none failed */
export const understood = (
  constraints: readonly string[],
  evidence: readonly string[] = [],
  stoodIn: Words | null = null,
): SessionOutcome => ({
  type: 'understood',
  reason: stoodIn === null ? UNDERSTOOD : joined(stoodIn, UNDERSTOOD),
  evidence,
  constraints,
  ...(stoodIn !== null && { stoodIn }),
});

const UNDERSTOOD = text`the request is understood`;
