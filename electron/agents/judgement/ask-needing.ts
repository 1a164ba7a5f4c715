import { ok, type Result } from '../../../shared/problem.js';
import type { ModelMessage } from '../model.js';
import type { Need } from './schemas.js';
import type { Answered } from './structured.js';

/** How often a model is shown more of what it asks for, before its answer is taken as it is. */
const TIMES = 2;

/** A conversation, and the files of the repository that it shows. */
interface Told {
  messages: readonly ModelMessage[];
  files: readonly string[];
}

/**
 * Asks a question whose answer may ask to see more. What is asked for is shown, at most twice.
 *
 * @param suffices an answer that is taken though it asks for more
 * @param show what a model asked for, for its next message
 */
export async function askNeeding<T extends { need: readonly Need[] }>(
  begun: Told,
  ask: (messages: readonly ModelMessage[], files: readonly string[]) => Promise<Result<Answered<T>>>,
  {
    suffices,
    show,
  }: {
    suffices: (value: T) => boolean;
    show: (needs: readonly Need[]) => Promise<{ text: string; files: readonly string[] }>;
  },
): Promise<Result<Answered<T>>> {
  let { messages, files } = begun;
  for (let left = TIMES; ; left--) {
    const answer = await ask(messages, files);
    if (!answer.ok) return answer;
    const { value } = answer.value;
    if (left === 0 || value.need.length === 0 || suffices(value)) return ok(answer.value);
    const shown = await show(value.need);
    const more = left === 1 ? ' Nothing more can be shown after this: leave "need" empty.' : '';
    const content = `What you asked to see:\n${shown.text}\nAnswer the question now.${more}`;
    messages = [...answer.value.messages, { role: 'user', content }];
    files = [...new Set([...files, ...shown.files])];
  }
}
