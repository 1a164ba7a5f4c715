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

/** Keeps the end of the console, cut at a line where that is possible. */
export function withConsole(before: Live['console'], chunk: ConsoleChunk): NonNullable<Live['console']> {
  return tailOf((before?.text ?? '') + chunk.text, before?.cut ?? false);
}

/** The last `CONSOLE_TAIL` characters of `text`, from the beginning of a line on where there is one. */
export function tailOf(text: string, alreadyCut = false): NonNullable<Live['console']> {
  if (text.length <= CONSOLE_TAIL) return { text, cut: alreadyCut };
  const tail = text.slice(-CONSOLE_TAIL);
  return { text: tail.slice(tail.indexOf('\n') + 1), cut: true };
}
