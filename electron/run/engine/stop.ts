import type { RunJournal } from '../../journal/run-journal.js';
import type { Answer } from './effect.js';
import type { AbortControl } from './runner.js';

/** Why a visit is cut short. `recorded`: the request is already in the journal. */
export type Stop =
  | { kind: 'abort'; reason: string; recorded: boolean }
  | { kind: 'TIMEOUT'; reason: string; recorded: boolean }
  | { kind: 'suspended' };

/** Other processes speak through the journal; it is looked at this often (ms). */
const POLL_MS = 50;

/**
 * Watches for what ends a visit early: an abort from this process or another, and the state's time limit.
 * The limit does not run while a person is being asked. A state that reports the end is not abortable.
 */
export function watchForStop(
  deps: { journal: RunJournal; control: AbortControl },
  state: string,
  timeoutMs: number,
  abortable: boolean,
): { stopped: Promise<Stop>; pausedFor: (gate: string) => Promise<Answer>; end: () => void } {
  let left = timeoutMs;
  let asking: { gate: string; resolve: (answer: Answer) => void } | null = null;
  let stop: (stop: Stop) => void = () => {};
  const stopped = new Promise<Stop>((resolve) => {
    stop = resolve;
  });
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    if (!asking) left -= now - last;
    last = now;
    const abort = abortable ? abortRequest(deps) : null;
    if (abort) stop(abort);
    else if (asking) answerIfGiven(deps.journal, asking);
    else if (left <= 0) {
      stop({ kind: 'TIMEOUT', reason: `${state} took longer than ${timeoutMs / 1000} s`, recorded: false });
    }
  };
  const timer = setInterval(look, POLL_MS);
  look();
  return {
    stopped,
    end: () => clearInterval(timer),
    pausedFor: (gate) =>
      new Promise<Answer>((resolve) => {
        asking = {
          gate,
          resolve: (answer) => {
            asking = null;
            resolve(answer);
          },
        };
      }),
  };
}

function abortRequest(deps: { journal: RunJournal; control: AbortControl }): Stop | null {
  const reason = deps.control.reason();
  if (reason !== null) return { kind: 'abort', reason, recorded: false };
  const pending = deps.journal.pendingRequest('abort');
  return pending ? { kind: 'abort', reason: pending.reason, recorded: true } : null;
}

function answerIfGiven(
  journal: RunJournal,
  asking: { gate: string; resolve: (answer: Answer) => void },
): void {
  const gates = journal.gates();
  if (!gates.ok) return;
  const answer = gates.value.find((g) => g.gate === asking.gate)?.answer;
  if (answer) asking.resolve(answer);
}
