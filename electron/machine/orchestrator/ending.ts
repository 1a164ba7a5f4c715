import { text, type Words } from '../../../shared/texts/words.js';
import type { Ending } from '../define.js';
import type { OrchestratorContext } from './context.js';
import type { OrchestratorState } from './states.js';

const EXITS = { COMPLETE: 0, CANCELLED: 3, FAILED: 1 } as const;

/** A campaign is over in IDLE, once the goal that it was started with was taken up and its end reported. */
export function campaignEnding(
  state: OrchestratorState,
  { isAsked, isReported, isMock, end }: OrchestratorContext,
): Ending | null {
  if (state !== 'IDLE' || !isAsked) return null;
  if (end === null)
    return nothingDone(
      text`nothing was resumed, and there is no goal; begin one: benchloop campaign "GOAL" --task TASK.yaml`,
    );
  if (!isReported) return null;
  const verdict = isMock ? 'MOCK' : null;
  return { status: end.status, verdict, reason: end.reason, exit: EXITS[end.status] };
}

const nothingDone = (reason: Words): Ending => ({ status: 'IDLE', verdict: null, reason, exit: 0 });
