import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Gate } from '../../shared/events.js';
import { gateIn } from '../../shared/texts/tell.js';
import { visible } from '../../shared/visible-text.js';
import type { Core } from '../run/core-api.js';
import { answerOf } from './answer.js';
import type { Output } from './output.js';

/**
 * Puts a gate to the person at the terminal. Only the typed word counts: an empty line asks again. False where the
 * terminal ended (Ctrl-D, or it is gone) without an answer; true where it was answered, here or elsewhere.
 */
export async function askGate(core: Core, gate: Gate, out: Output, signal: AbortSignal): Promise<boolean> {
  const shown = gateIn(gate, out.language);
  out.line(shown.subject);
  if (gate.risk !== null) {
    const reasons = gate.reasons.map((r) => `${r.reason} (${r.weight})`).join(', ');
    out.line(out.say(`risk ${gate.risk.toFixed(2)}: ${reasons}`));
  }
  // Lines as the system edits them: readline's own editing fails on a terminal that hung up (setRawMode, EIO).
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = once(terminal, 'close').then(() => null);
  try {
    for (;;) {
      const asked = terminal.question(visible(out.say(`${gate.question} yes/no: `)), { signal });
      const typed = await Promise.race([asked, ended]);
      if (typed === null) return false;
      const answer = answerOf(typed);
      if (answer === null) continue;
      // It fails where another process was faster: then there is an answer as well.
      core.answer(gate.run, gate.gate, answer, 'terminal');
      return true;
    }
  } catch (error) {
    // Answered elsewhere, or aborted: neither is an answer.
    if (!signal.aborted && !(error instanceof Error && error.name === 'AbortError')) throw error;
    return true;
  } finally {
    terminal.close();
  }
}
