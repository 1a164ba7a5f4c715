import type { Verdict } from '../../shared/report.js';
import type { RunsView } from '../../shared/views.js';
import type { Core } from '../run/core-api.js';

/** Reports that are read for their verdict at most each time the list is made: a long history must not hold it up. */
const READ_AT_ONCE = 20;

type ListedRuns = Omit<RunsView, 'revision' | 'started' | 'problem'>;

/** Makes the list of runs; reads the report of a finished run once. */
export function createRunsList(core: Core, isDriven: (run: string) => boolean): () => ListedRuns {
  const verdicts = new Map<string, Verdict | null>();

  const read = (run: string): void => {
    const details = core.details(run);
    verdicts.set(run, details.ok ? (details.value.report?.verdict ?? null) : null);
  };

  return () => {
    const { runs, quarantined } = core.runs();
    const newest = [...runs].reverse();
    const unread = newest.filter((known) => known.final_status !== null && !verdicts.has(known.run));
    for (const { run } of unread.slice(0, READ_AT_ONCE)) read(run);
    const items = newest.map((known) => ({
      ...known,
      verdict: verdicts.get(known.run) ?? null,
      driven: isDriven(known.run),
    }));
    return { topic: 'runs', runs: items, quarantined };
  };
}
