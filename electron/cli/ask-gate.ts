import { createInterface } from 'node:readline/promises';
import type { Gate } from '../../shared/events.js';
import { gateIn } from '../../shared/texts/tell.js';
import type { Core } from '../run/core-api.js';
import { answerOf } from './answer.js';
import type { Output } from './output.js';

/** Puts a gate to the person at the terminal. Only the typed word counts: an empty line asks again. */
export async function askGate(core: Core, gate: Gate, out: Output, signal: AbortSignal): Promise<void> {
  const shown = gateIn(gate, out.language);
  out.line(shown.subject);
  if (gate.risk !== null) {
    const reasons = gate.reasons.map((r) => `${r.reason} (${r.weight})`).join(', ');
    out.line(out.say(`risk ${gate.risk.toFixed(2)}: ${reasons}`));
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself; here it means what it means everywhere else.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const answer = answerOf(await terminal.question(out.say(`${gate.question} yes/no: `), { signal }));
      if (answer !== null) {
        core.answer(gate.run, gate.gate, answer, 'terminal');
        return;
      }
    }
  } catch (error) {
    // Answered elsewhere, aborted, or the terminal is gone: none of these is an answer.
    if (!signal.aborted && !(error instanceof Error && error.name === 'AbortError')) throw error;
  } finally {
    terminal.close();
  }
}
