import type { ConsoleChunk, Progress } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import { CONSOLE_TAIL } from '../../shared/views.js';

/** What is known of a run that this process drives, or drove, beside its journal. */
export interface Live {
  driven: boolean;
  paused: boolean;
  abortRequested: boolean;
  problem: Problem | null;
  progress: Progress[];
  /** Null until something arrived. */
  console: { text: string; cut: boolean } | null;
}

export const newLive = (): Live => ({
  driven: false,
  paused: false,
  abortRequested: false,
  problem: null,
  progress: [],
  console: null,
});

/** The newest step replaces an earlier one of the same name; steps of another state are history. */
export function withProgress(steps: readonly Progress[], step: Progress): Progress[] {
  const others = steps.filter((known) => known.state === step.state && known.step !== step.step);
  return [...others, step];
}

/** Keeps the end of the console, and more of it: to cut it for each line would cost too much. */
export function withConsole(before: Live['console'], chunk: ConsoleChunk): NonNullable<Live['console']> {
  const text = (before?.text ?? '') + chunk.text;
  const cut = before?.cut ?? false;
  return text.length > 2 * CONSOLE_TAIL ? tailOf(text, cut) : { text, cut };
}

/** The last `CONSOLE_TAIL` characters of `text`, from the beginning of a line on where there is one. */
export function tailOf(text: string, alreadyCut = false): NonNullable<Live['console']> {
  if (text.length <= CONSOLE_TAIL) return { text, cut: alreadyCut };
  const tail = text.slice(-CONSOLE_TAIL);
  return { text: tail.slice(tail.indexOf('\n') + 1), cut: true };
}
