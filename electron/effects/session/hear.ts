import * as z from 'zod';
import { text } from '../../../shared/texts/words.js';
import { answerIn } from '../../engine/stop.js';
import type { StoredMessage } from '../../journal/records.js';
import type { SessionContext } from '../../machine/session/context.js';
import type { SessionState } from '../../machine/session/states.js';
import type { Snapshot } from '../../machine/step.js';
import type { SessionOutcome } from './bench.js';

const Said = z.object({ text: z.string().min(1) });
const Withdrawn = z.object({ call: z.number().int().min(1) });
const Undo = z.object({ call: z.number().int().min(1).nullable() });

/** What a message is to a session where it stands; null: nothing now, it is heard later. */
export function hear(
  message: StoredMessage,
  { state, context }: Snapshot<SessionContext, SessionState>,
): SessionOutcome | null {
  const answer = answerIn(message);
  if (answer !== null) return answered(answer, state);
  if (message.type === 'withdraw') return withdrawn(Withdrawn.parse(message.payload).call, state, context);
  if (message.type === 'undo') {
    const { call } = Undo.parse(message.payload);
    return { type: 'undo_requested', reason: text`undo`, evidence: [], call };
  }
  const said = Said.parse(message.payload);
  return { type: 'USER_MESSAGE', reason: said.text, evidence: [], text: said.text, isFirst: false };
}

function answered(
  { choice, text: words }: { choice: string; text: string | null },
  state: SessionState,
): SessionOutcome | null {
  if (state === 'CLARIFYING')
    return { type: 'CLARIFICATION_ANSWER', reason: words ?? '', evidence: [], text: words ?? '' };
  if (state !== 'AWAITING_CONFIRMATION') return null;
  return { type: 'CONFIRM', reason: text`answered: ${choice}`, evidence: [], answer: choice, text: words };
}

/** A client that waits no longer for a call takes its question away: a later yes would do what nobody expects any more. */
function withdrawn(call: number, state: SessionState, { pending }: SessionContext): SessionOutcome | null {
  if (state !== 'AWAITING_CONFIRMATION' || pending[0]?.n !== call || pending[0].by !== 'client') return null;
  return { type: 'TIMEOUT', reason: text`the client withdrew the call`, evidence: [], state };
}
