import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Gate, ToolCallEvent } from '../../../shared/events.js';
import { StoredCallSchema, shownToAgents } from '../../../shared/stored-call.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { ToolResult } from '../../../shared/tool-result.js';
import { visible } from '../../../shared/visible-text.js';
import type { Core } from '../../core/core-api.js';
import { toolResult } from '../../tools/tool-error.js';
import { howToAnswer } from '../answer.js';
import { typable } from '../program.js';

/** A call by its number in the session: `main.call.3` is 3. */
export const numberOf = (call: string | null): number | null =>
  call === null ? null : Number(call.slice(call.lastIndexOf('.') + 1));

/** Names a call to whoever reads the run's journal. */
export const traceOf = (run: string | null, call: string | null): string =>
  [run ?? 'session', call ?? 'call'].join('.');

/** A call that was not made, and what to do then. */
export const conflict = (trace: string, message: string, then: string): ToolResult => ({
  ok: false,
  error: { code: 'E_CONFLICT', message, next: then, trace_id: trace },
});

/** A call that came while a person was asked about another. */
export const blocked = (trace: string, { gate }: Gate): ToolResult =>
  conflict(
    trace,
    `a person is being asked about an earlier call (gate ${gate}); this call was not made`,
    'wait for the result of that call, then call again',
  );

/** A call whose dispatched run asked a question that nobody answered. */
export const unanswered = (trace: string, dispatched: string): ToolResult => ({
  ok: false,
  error: {
    code: 'E_POLICY_DENIED',
    message: `nobody answered the question of run ${dispatched} in time; the run was aborted`,
    next: 'have a person answer it, then call again',
    trace_id: trace,
  },
});

/**
 * What a client is told while a person is asked: it shows where that is answered, and cannot answer it.
 *
 * @param program what a person types to start the command line
 */
export const noticeOf = (gate: Gate, program: string): string =>
  visible(
    `waits for a person: ${inEnglish(gate.question)} (run ${gate.run}, gate ${gate.gate}, code ${gate.code}; ` +
      `answered in the window or by: ${typable(howToAnswer(gate), program)})`,
  );

/** The result of a call as agents are shown it: it lies in a file of the run; a call that was never made has none. */
export async function resultOf(
  core: Pick<Core, 'details'>,
  { run, call, error }: ToolCallEvent,
  trace: string,
): Promise<ToolResult> {
  const found = core.details(run);
  if (!found.ok) return toolResult(found, trace);
  try {
    const file = path.join(found.value.folder, 'calls', `${numberOf(call)}.json`);
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    return shownToAgents(StoredCallSchema.parse(stored));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
  }
  // what an event tells of a result is for people
  return error
    ? { ok: false, error }
    : conflict(trace, 'the result of this call is gone', 'read the present state first');
}
