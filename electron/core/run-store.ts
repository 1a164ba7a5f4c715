import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { RunSummary, Transition } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type FinalStatus, VERDICTS, type Verdict } from '../../shared/report.js';
import { registered } from '../effects/registry.js';
import { homeProblem } from '../files/home.js';
import { runsFolder } from '../files/home-folder.js';
import { FROM_BACKUP, storeProblem } from '../journal/database.js';
import { isDraft, removeLeftDrafts } from '../journal/drafts.js';
import type { StoredSnapshot, TraceRow } from '../journal/records.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from '../journal/run-journal.js';
import type { Ending } from '../machine/define.js';
import type { AnyDefinition } from '../machine/machines.js';
import { openGates } from './open-gates.js';

export const runFolder = (home: string, run: string): string => path.join(runsFolder(home), run);

/**
 * What is in the folder of the runs, less those in the making; what a dead process left of its own goes. A data folder that is not there
 * yet has no runs. Error: HOME_UNWRITABLE where it is none, or may not be read.
 */
export function namesOfRuns(home: string): Result<string[]> {
  const folder = runsFolder(home);
  try {
    const names = readdirSync(home).includes(path.basename(folder)) ? readdirSync(folder) : [];
    removeLeftDrafts(folder, names);
    return ok(names.filter((name) => !isDraft(name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok([]);
    return fail(homeProblem(error, home, folder));
  }
}

/** Opens the journal of a run by its id. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, HOME_UNWRITABLE. */
export function openRun(home: string, run: string): Result<RunJournal> {
  const dir = runFolder(home, run);
  if (path.basename(dir) !== run || !existsSync(path.join(dir, JOURNAL_FILE))) {
    const names = namesOfRuns(home);
    if (!names.ok) return names;
    return fail({
      code: 'RUN_NOT_FOUND',
      message: `there is no run ${run}`,
      where: runsFolder(home),
      next: 'list the runs with `benchloop runs`',
    });
  }
  return openRunJournal(dir);
}

/** Opens, reads and closes; a journal that cannot be read is an error with its place. */
export function withRun<T>(home: string, run: string, read: (journal: RunJournal) => Result<T>): Result<T> {
  const journal = openRun(home, run);
  if (!journal.ok) return journal;
  try {
    return read(journal.value);
  } catch (error) {
    return fail(storeProblem(error, journal.value.file));
  } finally {
    journal.value.close();
  }
}

export function summarise(journal: RunJournal): Result<RunSummary> {
  const header = journal.header();
  if (!header.ok) return header;
  const snapshot = journal.snapshot();
  if (!snapshot.ok) return snapshot;
  const whole = journal.traceIsWhole();
  if (!whole.ok) return whole;
  const open = openGates(journal);
  if (!open.ok) return open;
  const end = endingIn(journal, header.value.machine, snapshot.value);
  if (!end.ok) return end;
  return ok({
    run: header.value.id,
    machine: header.value.machine,
    state: snapshot.value.state,
    final_status: end.value && finalStatusOf(end.value),
    waiting_for: end.value ? null : (open.value[0]?.gate ?? null),
    goal: header.value.goal,
    started_at: new Date(header.value.createdAt).toISOString(),
  });
}

/** What a finished run came to; null while it is not finished. */
export function verdictOf(journal: RunJournal, machine: string): Verdict | null {
  const snapshot = journal.snapshot();
  if (!snapshot.ok) return null;
  const end = endingIn(journal, machine, snapshot.value);
  return VerdictSchema.safeParse(end.ok ? end.value?.verdict : null).data ?? null;
}

const VerdictSchema = z.enum(VERDICTS);

/** Finds the table of a machine; null where this release has none. */
export type DefinitionOf = (machine: string) => AnyDefinition | null;

/** What a machine has come to, whatever the version of its table; null while it is under way. */
export function endingIn(
  { file }: RunJournal,
  machine: string,
  at: StoredSnapshot,
  definitionOf: DefinitionOf = (id) => registered(id)?.definition ?? null,
): Result<Ending | null> {
  const definition = definitionOf(machine);
  if (!definition)
    return fail({
      code: 'VERSION_MISMATCH',
      message: `this release has no machine ${machine}`,
      where: file,
      next: 'open it with the release that began it',
    });
  const context = definition.context.safeParse(at.context);
  if (context.success) return ok(definition.ended(at.state, context.data));
  return fail({
    code: 'JOURNAL_CORRUPT',
    message: 'the snapshot has no readable outcome',
    where: file,
    next: FROM_BACKUP,
  });
}

const STATUS_OF = { 0: 'SUCCESS', 1: 'FAILURE', 3: 'ABORTED' } as const satisfies Record<
  Ending['exit'],
  FinalStatus
>;

/** What an end comes to in the words of all machines. */
export const finalStatusOf = ({ exit }: Pick<Ending, 'exit'>): FinalStatus => STATUS_OF[exit];

export const toTransition = (run: string, row: TraceRow): Transition => ({
  type: 'transition',
  run,
  node: row.node,
  seq: row.seq,
  machine: row.machine,
  from: row.from,
  to: row.to,
  event: row.event.type,
  reason: row.reason,
  iteration: row.iteration,
  evidence: row.evidence,
  retry_count: row.retry_count,
  retry_reason: row.retry_reason,
  at: new Date(row.at).toISOString(),
});
