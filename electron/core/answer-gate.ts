import type { Channel, Gate } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { readPolicy } from '../files/policy-file.js';
import { withRun } from './run-store.js';
import type { GivenAnswer } from './run-views.js';

/**
 * Records a person's answer to a gate, if the gate still asks what the person saw. The journal compares that in the
 * statement that records the answer. Errors: see `Core.answer`.
 */
export function answerGate(home: string, run: string, id: string, given: GivenAnswer): Result<void> {
  const channel = humanChannel(home);
  if (!channel.ok && given.by !== 'window') return channel;
  if (channel.ok && channel.value !== null && channel.value !== given.by)
    return fail(onlyFrom(channel.value, id));
  return withRun(home, run, (journal) => {
    const gates = journal.gates();
    if (!gates.ok) return gates;
    const asked = gates.value.find(({ gate }) => gate === id);
    if (asked?.answer !== null) return fail(notWaiting(run, id, gates.value));
    const wrong = whyNotSeen(run, asked, given.seen);
    if (wrong !== null) return fail(wrong);
    const { answer, by } = given;
    const binding = 'binding' in given.seen ? given.seen.binding : asked.binding;
    return journal.answerGate(id, answer, by, binding) ? ok(undefined) : fail(changed(run, id));
  });
}

/** The one channel from which the person's own policy takes answers; null: any. Errors: POLICY_MALFORMED. */
export function humanChannel(home: string): Result<Channel | null> {
  const policy = readPolicy(home);
  if (!policy.ok) return policy;
  return ok(policy.value.humanChannel === 'window' ? 'window' : null);
}

function whyNotSeen(run: string, { gate, binding, code }: Gate, seen: GivenAnswer['seen']): Problem | null {
  if ('binding' in seen) return seen.binding === binding ? null : changed(run, gate);
  if (seen.code === undefined)
    return {
      code: 'GATE_CODE',
      where: gate,
      message: 'the answer lacks the code that is shown with the question; nothing was recorded',
      next: readAgain(run),
    };
  if (seen.code.toLowerCase() === code) return null;
  return {
    code: 'GATE_CODE',
    where: gate,
    message: `${seen.code} is not the code of what is asked now; nothing was recorded`,
    next: readAgain(run),
  };
}

const readAgain = (run: string): string =>
  `read what is asked with \`benchloop show ${run}\`, and give its code with --code`;

const onlyFrom = (channel: Channel, gate: string): Problem => ({
  code: 'ANSWER_REFUSED',
  where: gate,
  message: `your policy takes answers from the ${channel} only (humanChannel); nothing was recorded`,
  next: 'answer it in the window',
});

const changed = (run: string, gate: string): Problem => ({
  code: 'GATE_NOT_FOUND',
  message: 'this question is no longer open, or is about something else than what was shown',
  where: gate,
  next: `read what ${run} asks now, and answer that`,
});

/** Why a gate takes no answer, and which one does. */
function notWaiting(run: string, id: string, gates: readonly Gate[]): Problem {
  const asked = gates.find(({ gate }) => gate === id);
  const open = gates.find(({ answer }) => answer === null);
  return {
    code: 'GATE_NOT_FOUND',
    message: asked?.answer
      ? `gate ${id} was answered already: ${asked.answer} (${asked.answered_by})`
      : `no gate ${id} of run ${run} waits for an answer`,
    next: open
      ? `answer the one that waits: ${open.gate}`
      : `the run waits for none; see \`benchloop show ${run}\``,
  };
}
