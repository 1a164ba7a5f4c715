import type { ConsoleChunk, Progress } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import { CONSOLE_TAIL } from '../../shared/views.js';

/** The end of a console; `cut`: something before it was left out. */
interface Tail {
  text: string;
  cut: boolean;
}

/** What is known of a run that this process drives, or drove, beside its journal. */
export interface Live {
  driven: boolean;
  paused: boolean;
  abortRequested: boolean;
  problem: Problem | null;
  progress: Progress[];
  /** By node, once something arrived. */
  consoles: Readonly<Record<string, Tail>>;
}

export const newLive = (): Live => ({
  driven: false,
  paused: false,
  abortRequested: false,
  problem: null,
  progress: [],
  consoles: {},
});

/** The newest step of a node replaces an earlier one of the same name; its steps of another state are history. */
export function withProgress(steps: readonly Progress[], step: Progress): Progress[] {
  const { node, state } = step;
  const others = steps.filter(
    (known) => known.node !== node || (known.state === state && known.step !== step.step),
  );
  return [...others, step];
}

/** Keeps the end of the console, and more of it: to cut it for each line would cost too much. */
export function withConsole(
  consoles: Live['consoles'],
  { node, text: more }: ConsoleChunk,
): Live['consoles'] {
  const { text: before, cut } = consoles[node] ?? { text: '', cut: false };
  const text = before + more;
  return { ...consoles, [node]: text.length > 2 * CONSOLE_TAIL ? tailOf(text, cut) : { text, cut } };
}

/** The last `CONSOLE_TAIL` characters of `text`, from the beginning of a line on where there is one. */
export function tailOf(text: string, alreadyCut = false): Tail {
  if (text.length <= CONSOLE_TAIL) return { text, cut: alreadyCut };
  const tail = text.slice(-CONSOLE_TAIL);
  return { text: tail.slice(tail.indexOf('\n') + 1), cut: true };
}
