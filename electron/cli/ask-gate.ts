import { choicesOf, type Gate } from '../../shared/events.js';
import { gateIn } from '../../shared/texts/tell.js';
import { text } from '../../shared/texts/words.js';
import type { Core } from '../core/core-api.js';
import { gateAnswerOf } from './answer.js';
import { askLine } from './ask-yes-no.js';
import type { Output } from './output.js';

/**
 * Puts a gate to the person at the terminal. Only the typed word counts: an empty line asks again. False where the
 * terminal ended (Ctrl-D, or it is gone) without an answer; true where it was answered, here or elsewhere.
 */
export async function askGate(core: Core, gate: Gate, out: Output, signal: AbortSignal): Promise<boolean> {
  const shown = gateIn(gate, out.say);
  out.line(shown.subject);
  if (gate.risk !== null) {
    const reasons = shown.reasons.map((r) => `${r.reason} (${r.weight})`).join(', ');
    out.line(`${out.say(text`risk ${gate.risk.toFixed(2)}`)}: ${reasons}`);
  }
  const asked = await askLine(promptOf(shown), (typed) => gateAnswerOf(gate, typed), signal);
  if (asked === 'nobody' || asked === 'aborted') return asked !== 'nobody';
  const seen = { binding: gate.binding };
  const done = await core.answer(gate.run, gate.gate, { ...asked, by: 'terminal', seen });
  // fails harmlessly where another process was faster: then there is an answer as well
  if (!done.ok) out.note(`benchloop: ${out.tell(done.error)}`);
  return done.ok || done.error.code === 'GATE_NOT_FOUND';
}

/** The question with what may be typed; an answer in words is typed as it is. */
function promptOf(gate: Pick<Gate, 'choices'> & { question: string }): string {
  const choices = choicesOf(gate);
  return choices.length === 0 ? `${gate.question} ` : `${gate.question} ${choices.join('/')}: `;
}
