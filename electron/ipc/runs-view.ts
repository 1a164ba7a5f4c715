import type { RunsView } from '../../shared/views.js';
import type { Core } from '../core/core-api.js';
import { type FlashQuestion, waitingOf } from './waiting.js';

/** Journals that are read for one list at most, some ms each: a long history must not hold the window up. */
const READ_AT_ONCE = 12;

type ListedRuns = Omit<RunsView, 'revision' | 'started' | 'problem'>;

/** The list of runs, newest first; `unread`: the next call has more. */
export function listRuns(
  core: Core,
  isDriven: (run: string) => boolean,
  flash: FlashQuestion | null,
): { list: ListedRuns; unread: boolean } {
  const { runs, verdicts, waiting, quarantined, unread } = core.runs(READ_AT_ONCE);
  const items = [...runs].reverse().map((known) => ({
    ...known,
    verdict: verdicts.get(known.run) ?? null,
    driven: isDriven(known.run),
  }));
  const queue = waitingOf(items, waiting, flash);
  return { list: { topic: 'runs', runs: items, waiting: queue, quarantined }, unread: unread > 0 };
}
