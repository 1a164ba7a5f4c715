import path from 'node:path';
import { type Channel, choicesOf, type Gate, IN_WORDS, needsWords } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { promptOfGate } from '../../shared/prompt-name.js';
import { text } from '../../shared/texts/words.js';
import { PROMPTS, readRecord } from '../agents/records/records.js';
import { readPolicy } from '../files/policy-file.js';
import { openGates } from './open-gates.js';
import { runFolder, withRun } from './run-store.js';
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
    const open = openGates(journal);
    if (!open.ok) return open;
    const asked = open.value.find(({ gate }) => gate === id);
    if (!asked) return fail(notWaiting(run, id, gates.value, open.value[0]));
    const wrong =
      whyNotSeen(run, asked, given.seen) ?? whyNoChoice(asked, given) ?? whyNoReply(home, asked, given);
    if (wrong !== null) return fail(wrong);
    const { answer, by, text: words = null } = given;
    const binding = 'binding' in given.seen ? given.seen.binding : asked.binding;
    return journal.answerGate(id, answer, by, binding, words) ? ok(undefined) : fail(changed(run, id));
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

function whyNoChoice(
  { run, gate, choices, code }: Gate,
  { answer, text: words }: GivenAnswer,
): Problem | null {
  const known = choicesOf({ choices });
  if (known.length > 0 && !known.includes(answer))
    return {
      code: 'ANSWER_REFUSED',
      where: gate,
      message: `${answer} is not among the answers to this question; nothing was recorded`,
      next: `answer with one of these: ${known.join(', ')}`,
    };
  if (known.length > 0 && needsWords(answer) && !words?.trim())
    return {
      code: 'ANSWER_REFUSED',
      where: gate,
      message: text`${answer} says nothing without words beside it; nothing was recorded`,
      next: text`write them: benchloop answer ${run} ${gate} ${answer} --text "…" --code ${code}`,
    };
  if (known.length > 0 || (answer === IN_WORDS && words)) return null;
  return {
    code: 'ANSWER_REFUSED',
    where: gate,
    message: 'this question is answered in words, and there are none; nothing was recorded',
    next: 'write the answer',
  };
}

/** A prompt is answered by its reply: to say that there is one would end it without. */
function whyNoReply(home: string, gate: Gate, { answer }: GivenAnswer): Problem | null {
  const prompt = promptOfGate(gate);
  if (prompt === null || answer !== 'replied') return null;
  const record = readRecord(path.join(runFolder(home, gate.run), PROMPTS, `${prompt}.json`));
  if (record.ok && record.value.reply !== null) return null;
  return {
    code: 'ANSWER_REFUSED',
    where: gate.gate,
    message: text`there is no reply to prompt ${prompt} yet; nothing was recorded`,
    next: text`give it: benchloop reply ${gate.run} ${prompt} FILE`,
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
function notWaiting(run: string, id: string, gates: readonly Gate[], open: Gate | undefined): Problem {
  const asked = gates.find(({ gate }) => gate === id);
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
