import type { Words } from '../../shared/texts/words.js';
import type { RunItem, WaitingItem } from '../../shared/views.js';
import type { Waits } from '../core/run-views.js';

/** What a flash by hand asks the person. */
export interface FlashQuestion {
  question: Words;
  /** For people. */
  board: string;
  binding: string;
  at: string;
}

/**
 * Everything that waits for a person, in one queue: first what was asked first. Interrupted runs come behind it, the
 * newest first, as nothing holds a board or a clone for them. One that this process drives is about to go on.
 */
export function waitingOf(
  runs: readonly RunItem[],
  waiting: ReadonlyMap<string, readonly Waits[]>,
  flash: FlashQuestion | null,
): WaitingItem[] {
  const items = runs.flatMap((run) =>
    (waiting.get(run.run) ?? [])
      .filter(({ type }) => type !== 'interrupted' || !run.driven)
      .map((waits) => itemOf(run, waits)),
  );
  if (flash !== null) items.push(flashItem(flash));
  const byAge = items.sort((a, b) => a.since.localeCompare(b.since) || a.key.localeCompare(b.key));
  const isResume = ({ scope }: WaitingItem): boolean => scope === 'resume';
  return [...byAge.filter((item) => !isResume(item)), ...byAge.filter(isResume).reverse()];
}

function itemOf({ run, goal }: RunItem, waits: Waits): WaitingItem {
  if (waits.type === 'interrupted') {
    const question = `This run was interrupted in ${waits.state}. Is it to go on?`;
    return { key: `${run} resume`, run, goal, scope: 'resume', question, risk: null, since: waits.at };
  }
  const { gate, scope, question, risk, at } = waits;
  return { key: `${run} ${gate}`, run, goal, scope, question, risk, since: at };
}

const flashItem = ({ question, board, binding, at }: FlashQuestion): WaitingItem => ({
  key: `flash ${binding}`,
  run: null,
  goal: board,
  scope: 'flash',
  question,
  risk: null,
  since: at,
});
