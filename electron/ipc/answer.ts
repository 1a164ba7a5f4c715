import { fail, type Problem, type Result } from '../../shared/problem.js';
import type { Core } from '../run/core-api.js';

/**
 * Answers a gate for the person at the window, if the gate still is what that person saw.
 * Errors: those of `Core.details` and `Core.answer`; GATE_NOT_FOUND where it changed or was answered meanwhile.
 */
export function answerGate(
  core: Core,
  seen: { run: string; gate: string; binding: string; answer: 'yes' | 'no' },
): Result<void> {
  const details = core.details(seen.run);
  if (!details.ok) return details;
  const gate = details.value.gates.find((known) => known.gate === seen.gate);
  if (gate?.answer !== null || gate.binding !== seen.binding) return fail(changed(seen.gate));
  return core.answer(seen.run, seen.gate, seen.answer, 'window');
}

const changed = (gate: string): Problem => ({
  code: 'GATE_NOT_FOUND',
  message: 'this question is no longer open, or is about something else than what was shown',
  where: gate,
  next: 'read what the run asks now, and answer that',
});
