import type { BmcProfile } from '../../../shared/profile/bmc.js';

/** Longer lines are judged by their end only. */
const LINE_LENGTH = 4096;

export interface BootTalk {
  /** Takes what the machine says. */
  hear(bytes: Uint8Array): void;
  /** Settles when the prompt stands there; at once where the profile has none. */
  ready: Promise<void>;
}

/**
 * Answers what a machine asks on its way up, each question once, until its prompt stands there: later nothing that it says
 * makes us type. Questions and prompt are looked for in the line that has not ended. `answers` has one for each of
 * `boot.prompts`; `type` gets them.
 */
export function createBootTalk(
  { boot, test }: Pick<BmcProfile, 'boot' | 'test'>,
  answers: readonly string[],
  type: (text: string) => void,
): BootTalk {
  let settle = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  if (test === undefined) settle();
  const prompt = test === undefined ? null : new RegExp(test.prompt);
  let left = boot.prompts.map(({ pattern }, at) => ({
    regex: new RegExp(pattern),
    answer: answers[at] ?? '',
  }));
  const decoder = new TextDecoder();
  let line = '';
  let done = false;
  return {
    hear: (bytes) => {
      if (done) return;
      const lines = (line + decoder.decode(bytes, { stream: true })).split(/[\r\n]/);
      line = (lines.pop() ?? '').slice(-LINE_LENGTH);
      const asked = left.find(({ regex }) => regex.test(line));
      done = asked === undefined && prompt?.test(line) === true;
      if (done) settle();
      if (asked === undefined) return;
      left = left.filter((one) => one !== asked);
      line = '';
      type(asked.answer);
    },
    ready,
  };
}
