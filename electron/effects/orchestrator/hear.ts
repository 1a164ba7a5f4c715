import * as z from 'zod';
import { text } from '../../../shared/texts/words.js';
import { answerIn } from '../../engine/stop.js';
import type { StoredMessage } from '../../journal/records.js';
import { ANSWERS, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorState } from '../../machine/orchestrator/states.js';
import type { Snapshot } from '../../machine/step.js';
import type { CampaignOutcome } from './bench.js';

/** What a person says to a campaign. */
export const CampaignSaidSchema = z.object({ text: z.string().min(1) });

/** What a message is to a campaign where it stands; null: nothing now, it is heard later. */
export function hear(
  message: StoredMessage,
  { state }: Snapshot<OrchestratorContext, OrchestratorState>,
): CampaignOutcome | null {
  const answer = answerIn(message);
  if (answer === null) {
    const said = CampaignSaidSchema.parse(message.payload);
    return { type: 'user_input', reason: said.text, evidence: [], text: said.text, isFirst: false };
  }
  const of = { reason: text`answered: ${answer.choice}`, evidence: [] };
  if (state === 'RESUME_ASK')
    return { type: answer.choice === 'yes' ? 'user_resume_yes' : 'user_resume_no', ...of };
  const type = ANSWERS.find((one) => one === answer.choice);
  return state === 'ASK_SWITCH' && type !== undefined ? { type, ...of, text: answer.text } : null;
}
