import type { RunSummary } from '../../shared/events.js';
import { ok, type Result } from '../../shared/problem.js';
import { DispatchIntent } from '../engine/dispatch-intent.js';
import { MAIN } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import type { ListedRun } from './run-views.js';

/** Runs that a run dispatched in the states in which its nodes are now, and whose ends it has not heard of. Errors: JOURNAL_CORRUPT. */
export function awaitedBy(journal: RunJournal): Result<string[]> {
  const operations = journal.operations();
  if (!operations.ok) return operations;
  const awaited: string[] = [];
  for (const { status, intent, node, seq } of operations.value) {
    const dispatched = DispatchIntent.safeParse(intent);
    if (status !== 'STARTED' || !dispatched.success) continue;
    const at = journal.node(node ?? MAIN).snapshot();
    if (!at.ok) return at;
    if (at.value.seq === seq) awaited.push(dispatched.data.run);
  }
  return ok(awaited);
}

/** The first question of a run that it awaits, or of one that such a run awaits. */
export function questionBelow(
  awaited: readonly string[],
  runs: ReadonlyMap<string, Pick<RunSummary, 'run' | 'waiting_for'> & { awaits: readonly string[] }>,
): ListedRun['waits_on'] {
  for (const run of awaited) {
    const known = runs.get(run);
    if (known === undefined) continue;
    if (known.waiting_for !== null) return { run, gate: known.waiting_for };
    const below = questionBelow(known.awaits, runs);
    if (below !== null) return below;
  }
  return null;
}

/** The run that takes one along when it is resumed: itself, or whichever unfinished run dispatched it. */
export function resumedWith<T extends Pick<ListedRun, 'run' | 'parent' | 'final_status'>>(
  run: T,
  runs: readonly T[],
): T {
  const parent = runs.find((one) => one.run === run.parent?.run && one.final_status === null);
  return parent === undefined ? run : resumedWith(parent, runs);
}
