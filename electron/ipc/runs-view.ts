import type { RunsView } from '../../shared/views.js';
import type { Core } from '../run/core-api.js';

/** Journals that are read for one list at most, some ms each: a long history must not hold the window up. */
const READ_AT_ONCE = 12;

type ListedRuns = Omit<RunsView, 'revision' | 'started' | 'problem'>;

/** The list of runs, newest first; `unread`: the next call has more. */
export function listRuns(
  core: Core,
  isDriven: (run: string) => boolean,
): { list: ListedRuns; unread: boolean } {
  const { runs, verdicts, quarantined, unread } = core.runs(READ_AT_ONCE);
  const items = [...runs].reverse().map((known) => ({
    ...known,
    verdict: verdicts.get(known.run) ?? null,
    driven: isDriven(known.run),
  }));
  return { list: { topic: 'runs', runs: items, quarantined }, unread: unread > 0 };
}
