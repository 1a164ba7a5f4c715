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
  /** As `safe`, of a program that has ended: its last line needs no end. */
  safeAtEnd(): boolean;
  /** The line that has not ended: perhaps a question that nobody answered. */
  unfinished(): string;
}

/** Follows what a program says: prompts are looked for in the line that has not ended, markers in every line. */
export function createListener(step: Pick<ScriptStep, 'prompts' | 'unsafeFrom' | 'safeAgain'>): Listener {
  const prompts = step.prompts.map(({ pattern, answer }) => ({ regex: new RegExp(pattern), answer }));
  const from = step.unsafeFrom === undefined ? null : new RegExp(step.unsafeFrom);
  const again = step.safeAgain === undefined ? null : new RegExp(step.safeAgain);
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
      for (const line of lines) mark(line);
      // an unfinished line can only begin what is unsafe: a half-said "safe" is not safe yet
      if (!unsafe) mark(rest);
      const prompt = answered < MAX_ANSWERS ? prompts.find(({ regex }) => regex.test(rest)) : undefined;
      if (!prompt) return [];
      answered += 1;
      rest = '';
      return [prompt.answer];
    },
    safe: () => !unsafe,
    safeAtEnd: () => {
      mark(rest);
      return !unsafe;
    },
    unfinished: () => rest.trim(),
  };
}
