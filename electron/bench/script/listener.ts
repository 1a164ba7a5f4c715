import type { ScriptStep } from '../../../shared/profile/script.js';

/** Lines longer than this are judged by their end only: a progress bar is one endless line. */
const LINE_LENGTH = 4096;

/** A program that asks the same thing for ever is not answered for ever. */
const MAX_ANSWERS = 100;

export interface Listener {
  /** Gives the answers that the new text asks for. */
  hear(text: string): string[];
  /** Whether the program may be ended now: it is not between `unsafeFrom` and `safeAgain`. */
  safe(): boolean;
  /** As `safe`, of a program that has ended: its last line needs no end. To be called once. */
  safeAtEnd(): boolean;
  /** Its last line, whether it has ended or not: perhaps a question that nobody answered. */
  lastLine(): string;
}

/**
 * Follows what a program says: markers are looked for in every line, prompts in the one that has not ended, and those with
 * `\n` in their pattern also in the one before it. `onLine` gets each line once.
 */
export function createListener(
  step: Pick<ScriptStep, 'prompts' | 'unsafeFrom' | 'safeAgain'>,
  onLine: (line: string) => void = () => undefined,
): Listener {
  const prompts = step.prompts.map(({ pattern, answer }) => ({
    regex: new RegExp(pattern),
    answer,
    isAcross: pattern.includes('\\n'),
  }));
  const from = step.unsafeFrom === undefined ? null : new RegExp(step.unsafeFrom);
  const again = step.safeAgain === undefined ? null : new RegExp(step.safeAgain);
  let before = '';
  let rest = '';
  let answered = 0;
  let unsafe = false;
  const mark = (line: string): void => {
    if (unsafe) unsafe = !(again?.test(line) ?? false);
    else unsafe = from?.test(line) ?? false;
  };
  return {
    hear: (text) => {
      const lines = (rest + text).split(/\r\n|[\r\n]/);
      rest = (lines.pop() ?? '').slice(-LINE_LENGTH);
      for (const line of lines) {
        mark(line);
        onLine(line);
      }
      before = lines.at(-1) ?? before;
      // an unfinished line can only begin what is unsafe: a half-said "safe" is not safe yet
      if (!unsafe) mark(rest);
      const asks = (one: (typeof prompts)[number]) =>
        one.regex.test(one.isAcross ? `${before}\n${rest}` : rest);
      const prompt = answered < MAX_ANSWERS ? prompts.find(asks) : undefined;
      if (!prompt) return [];
      answered += 1;
      onLine(rest);
      before = rest = '';
      return [prompt.answer];
    },
    safe: () => !unsafe,
    safeAtEnd: () => {
      mark(rest);
      onLine(rest);
      return !unsafe;
    },
    lastLine: () => rest.trim() || before.trim(),
  };
}
