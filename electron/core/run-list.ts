import type { RunSummary } from '../../shared/events.js';
import { ok, type Problem, type Result } from '../../shared/problem.js';
import type { Verdict } from '../../shared/report.js';
import { type Stamp, stampOf } from '../journal/journal-stamp.js';
import { questionBelow } from './dispatched-runs.js';
import { keepEntry, keptEntry } from './kept-entry.js';
import { isUnderWay, type Listed, listed } from './list-entry.js';
import { namesOfRuns, runFolder, withRun } from './run-store.js';
import type { ListedRun, RunList, Waits } from './run-views.js';

type Entry = Result<Listed>;

interface Known {
  stamp: string;
  entry: Entry;
}

/**
 * Lists the runs of a data folder, oldest first; those that cannot be read are named beside them and left alone. A
 * journal is read again only after it was written to, or while it has a driver: one that dies writes nothing. What was read
 * is kept beside it, for the lists of other processes.
 *
 * @returns called with the number of journals that may be read at once: newest runs first, the others are `unread`
 */
export function createRunList(home: string): (atMost?: number) => RunList {
  let known: ReadonlyMap<string, Known> = new Map();

  return (atMost = Number.POSITIVE_INFINITY) => {
    const now = new Map<string, Known>();
    let unread = 0;
    let read = 0;
    const journals = journalsOf(home);
    for (const [run, stamp] of journals.ok ? journals.value : []) {
      const before = known.get(run);
      const isRead = before?.stamp === stamp.text;
      const there = isRead && !mayStop(before.entry) ? before.entry : kept(home, run, stamp);
      if (there !== null) now.set(run, { stamp: stamp.text, entry: there });
      else if (read < atMost) {
        read += 1;
        now.set(run, { stamp: stamp.text, entry: readEntry(home, run, stamp) });
      } else {
        if (!isRead) unread += 1;
        if (before) now.set(run, before);
      }
    }
    known = now;
    const entries = [...now.values()].map(({ entry }) => entry);
    return { ...sorted(journals.ok ? entries : [journals]), unread };
  };
}

function kept(home: string, run: string, stamp: Stamp): Entry | null {
  const entry = keptEntry(runFolder(home, run), stamp);
  return entry && ok(entry);
}

function readEntry(home: string, run: string, stamp: Stamp): Entry {
  const entry = withRun(home, run, listed);
  if (entry.ok) keepEntry(runFolder(home, run), stamp, entry.value);
  return entry;
}

const mayStop = (entry: Entry): boolean => entry.ok && isUnderWay(entry.value);

/** What other programs read of a run: its fields are fixed. */
export function summaryOf(run: ListedRun): RunSummary {
  const { interrupted: _, nodes: __, parent: ___, waits_on: ____, repository: _____, ...summary } = run;
  return summary;
}

/** Newest first: a run's id begins with its time. */
function journalsOf(home: string): Result<[run: string, stamp: Stamp][]> {
  const names = namesOfRuns(home);
  if (!names.ok) return names;
  return ok(
    names.value
      .sort()
      .reverse()
      .flatMap((run): [string, Stamp][] => {
        const stamp = stampOf(runFolder(home, run));
        return stamp === null ? [] : [[run, stamp]];
      }),
  );
}

/**
 * What a person has to do is said where it is done: a run that waits for the question of one that it dispatched is not interrupted, and
 * one that was interrupted together with the run that dispatched it goes on with that.
 */
function together(
  entries: readonly Listed[],
): { summary: ListedRun; verdict: Verdict | null; waits: readonly Waits[] }[] {
  const runs = new Map(entries.map(({ summary, awaits }) => [summary.run, { ...summary, awaits }]));
  const taken = new Set(entries.flatMap(({ summary, awaits }) => (summary.interrupted ? awaits : [])));
  return entries.map(({ summary, verdict, waits, awaits }) => {
    const waits_on = questionBelow(awaits, runs);
    const interrupted = summary.interrupted && waits_on === null;
    const isSaidElsewhere = summary.interrupted && (!interrupted || taken.has(summary.run));
    return { summary: { ...summary, interrupted, waits_on }, verdict, waits: isSaidElsewhere ? [] : waits };
  });
}

function sorted(entries: readonly Entry[]): Omit<RunList, 'unread'> {
  const readable = together(entries.flatMap((entry) => (entry.ok ? [entry.value] : [])));
  const quarantined = entries.flatMap((entry): Problem[] => (entry.ok ? [] : [entry.error]));
  const runs = readable
    .map(({ summary }) => summary)
    .sort((a, b) => a.started_at.localeCompare(b.started_at) || a.run.localeCompare(b.run));
  const verdicts = new Map(
    readable.flatMap(({ summary, verdict }) => (verdict === null ? [] : [[summary.run, verdict]])),
  );
  const waiting = new Map(
    readable.flatMap(({ summary, waits }) => (waits.length === 0 ? [] : [[summary.run, waits]])),
  );
  return { runs, verdicts, waiting, quarantined };
}
