import type { Plan, SessionCall } from '../../../shared/session.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { ModelCall, ModelMessage } from '../model.js';
import type { Mark } from '../openai/untrusted.js';

/** Characters: of the operator's own words, of one result, and of all results together. */
const REQUEST = 8000;
const RESULT = 12_000;
const RESULTS = 120_000;
const SAID = 1000;

/** What a session tells its model before all else. */
export interface Situation {
  goal: string;
  constraints: readonly string[];
  /** Questions that were asked, and the operator's answer. */
  questions: readonly string[];
  answer: string | null;
  /** Earlier turns: what was asked, and what came of it. */
  before: readonly { goal: string; end: string }[];
  /** What is there: files, boards, tasks; data of others. */
  surroundings: readonly { name: string; text: string }[];
}

const lines = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n');

/** The operator's request with all that was said about it. */
export function situationText(mark: Mark, s: Situation): string {
  return lines(
    ...s.before.map(({ goal, end }) => mark('earlier request', `${goal}\n→ ${end}`, REQUEST)),
    'The operator asks:',
    s.goal.slice(0, REQUEST),
    s.constraints.length > 0 ? `Constraints: ${s.constraints.join('; ')}` : null,
    s.questions.length > 0
      ? `You asked: ${s.questions.join(' ')}\nThe operator answered: ${(s.answer ?? '').slice(0, REQUEST)}`
      : null,
    ...s.surroundings.map(({ name, text }) => mark(name, text, RESULT)),
  );
}

/** What an agent said at the end of its step, on one line of the plan. */
const saidOf = (words: string): string => JSON.stringify(words.slice(0, SAID));

/** The plan with the state of each step and what its agent said, and the one at hand. */
export const planText = (plan: Plan, at: string | null): string =>
  lines(
    'The plan:',
    ...plan.steps.map(
      ({ step_id, title, intent, status, words }) =>
        `- [${status}] ${step_id}: ${inEnglish(title)}: ${inEnglish(intent)}${words === undefined ? '' : ` → ${saidOf(words)}`}`,
    ),
    at === null ? null : `The step at hand: ${at}`,
  );

/** A call with what came of it, as its file has it. */
export interface Told {
  call: SessionCall;
  /** JSON. */
  result: string;
}

/** The calls of a step as a conversation; the oldest results are left out where all are too long. */
export function callsAsMessages(mark: Mark, told: readonly Told[]): ModelMessage[] {
  let left = RESULTS;
  const shown = new Map<number, string>();
  for (const { call, result } of [...told].reverse()) {
    const text =
      left > 0
        ? mark(`result of ${call.tool}`, result, Math.min(RESULT, left))
        : 'left out: it was shown before, call again to see it';
    left -= text.length;
    shown.set(call.n, text);
  }
  return told.flatMap(({ call }): ModelMessage[] => {
    const made: ModelCall = { id: `call_${call.n}`, tool: call.tool, args: call.args };
    return [
      { role: 'assistant', content: '', calls: [made] },
      { role: 'tool', call: made.id, content: shown.get(call.n) ?? '' },
    ];
  });
}
