import { createInterface } from 'node:readline/promises';
import type { Gate } from '../../shared/events.js';
import type { Core } from '../run/core-api.js';
import type { Output } from './output.js';

/** Puts a gate to the person at the terminal. Only the typed word counts: an empty line asks again. */
export async function askGate(core: Core, gate: Gate, out: Output, signal: AbortSignal): Promise<void> {
  out.line(gate.subject);
  if (gate.risk !== null) {
    out.line(
      `risk ${gate.risk.toFixed(2)}: ${gate.reasons.map((r) => `${r.reason} (${r.weight})`).join(', ')}`,
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself; here it means what it means everywhere else.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const typed = (await terminal.question(`${gate.question} yes/no: `, { signal })).trim().toLowerCase();
      if (typed === 'yes' || typed === 'no') {
        core.answer(gate.run, gate.gate, typed, 'terminal');
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
