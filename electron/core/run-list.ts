import type { RunSummary } from '../../shared/events.js';
import { ok, type Problem, type Result } from '../../shared/problem.js';
import type { Verdict } from '../../shared/report.js';
import { journalStamp } from '../journal/journal-stamp.js';
import type { RunJournal } from '../journal/run-journal.js';
import { awaitedBy, questionBelow } from './dispatched-runs.js';
import { openGates } from './open-gates.js';
import { repositoryOf } from './run-repository.js';
import { namesOfRuns, runFolder, summarise, verdictOf, withRun } from './run-store.js';
import type { ListedRun, RunList, Waits } from './run-views.js';

interface Listed {
  summary: Omit<ListedRun, 'waits_on'>;
  verdict: Verdict | null;
  waits: readonly Waits[];
  /** Runs that it dispatched and waits for. */
  awaits: readonly string[];
}

type Entry = Result<Listed>;

interface Known {
  stamp: string;
  entry: Entry;
}

/**
 * Lists the runs of a data folder, oldest first; those that cannot be read are named beside them and left alone. A
 * journal is read again only after it was written to, or while it has a driver: one that dies writes nothing.
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
      const isRead = before?.stamp === stamp;
      if (isRead && !isUnderWay(before.entry)) now.set(run, before);
      else if (read < atMost) {
        read += 1;
        now.set(run, { stamp, entry: withRun(home, run, listed) });
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

/** What other programs read of a run: its fields are fixed. */
export function summaryOf(run: ListedRun): RunSummary {
  const { interrupted: _, nodes: __, parent: ___, waits_on: ____, repository: _____, ...summary } = run;
  return summary;
}

/** Newest first: a run's id begins with its time. */
function journalsOf(home: string): Result<[run: string, stamp: string][]> {
  const names = namesOfRuns(home);
  if (!names.ok) return names;
  return ok(
    names.value
      .sort()
      .reverse()
      .flatMap((run): [string, string][] => {
        const stamp = journalStamp(runFolder(home, run));
        return stamp === null ? [] : [[run, stamp]];
      }),
  );
}

function listed(journal: RunJournal): Entry {
  const summary = summarise(journal);
  if (!summary.ok) return summary;
  const interrupted = isOpen(summary.value) && !journal.ownership.isTaken();
  const waits = interrupted ? interruption(journal) : asked(journal, summary.value);
  if (!waits.ok) return waits;
  const place = placeOf(journal);
  if (!place.ok) return place;
  const awaits = isOpen(summary.value) ? awaitedBy(journal) : ok([]);
  if (!awaits.ok) return awaits;
  return ok({
    summary: { ...summary.value, interrupted, ...place.value },
    verdict: verdictOf(journal, summary.value.machine),
    ...{ waits: waits.value, awaits: awaits.value },
  });
}

const asked = (journal: RunJournal, { waiting_for }: RunSummary): Result<readonly Waits[]> =>
  waiting_for === null ? ok([]) : openGates(journal);

/** Where a run stands among the others, and how many nodes it has. */
function placeOf(journal: RunJournal): Result<Pick<ListedRun, 'nodes' | 'parent' | 'repository'>> {
  const header = journal.header();
  if (!header.ok) return header;
  const below = journal.nodes();
  if (!below.ok) return below;
  const { parent } = header.value;
  return ok({
    repository: repositoryOf(header.value.header),
    nodes: 1 + below.value.length,
    parent: parent && { run: parent.run, node: nodeOfOperation(parent.operation) },
  });
}

/** The node of an operation: ids are `NODE.REVISION.KIND`. */
const nodeOfOperation = (id: string): string => id.replace(/\.\d+\.[^.]+$/, '');

/** Where it was cut off. Before its first transition a run may be about to be driven. */
function interruption(journal: RunJournal): Result<readonly Waits[]> {
  const place = journal.snapshot();
  if (!place.ok) return place;
  const { seq, state } = place.value;
  if (seq === 0) return ok([]);
  const last = journal.trace(seq - 1);
  if (!last.ok) return last;
  return ok([{ type: 'interrupted', state, at: new Date(last.value.at(-1)?.at ?? 0).toISOString() }]);
}

/** Neither finished nor waiting for an answer. */
const isOpen = ({ final_status, waiting_for }: RunSummary): boolean =>
  final_status === null && waiting_for === null;

const isUnderWay = (entry: Entry): boolean =>
  entry.ok && isOpen(entry.value.summary) && !entry.value.summary.interrupted;

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
