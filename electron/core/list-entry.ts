import * as z from 'zod';
import { GateSchema, type RunSummary, RunSummarySchema } from '../../shared/events.js';
import { ok, type Result } from '../../shared/problem.js';
import { VERDICTS } from '../../shared/report.js';
import type { RunJournal } from '../journal/run-journal.js';
import { awaitedBy } from './dispatched-runs.js';
import { openGates } from './open-gates.js';
import { repositoryOf } from './run-repository.js';
import { summarise, verdictOf } from './run-store.js';
import type { ListedRun, Waits } from './run-views.js';

/** What a list of runs takes from one journal. */
export const ListedSchema = z.object({
  summary: RunSummarySchema.extend({
    interrupted: z.boolean(),
    repository: z.string().nullable(),
    nodes: z.number().int(),
    parent: z.object({ run: z.string(), node: z.string() }).nullable(),
  }),
  verdict: z.enum(VERDICTS).nullable(),
  waits: z.array(
    z.union([
      GateSchema,
      z.object({ type: z.literal('interrupted'), state: z.string(), at: z.string() }),
    ]) satisfies z.ZodType<Waits>,
  ),
  /** Runs that it dispatched and waits for. */
  awaits: z.array(z.string()),
});
export type Listed = z.infer<typeof ListedSchema>;

/** Reads the entry of a run. Errors: JOURNAL_CORRUPT, VERSION_MISMATCH. */
export function listed(journal: RunJournal): Result<Listed> {
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

/** A driver works on it: that one may die, which writes nothing into the journal. */
export const isUnderWay = ({ summary }: Listed): boolean => isOpen(summary) && !summary.interrupted;

/** Neither finished nor waiting for an answer. */
const isOpen = ({ final_status, waiting_for }: RunSummary): boolean =>
  final_status === null && waiting_for === null;

const asked = (journal: RunJournal, { waiting_for }: RunSummary): Result<Listed['waits']> =>
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
function interruption(journal: RunJournal): Result<Listed['waits']> {
  const place = journal.snapshot();
  if (!place.ok) return place;
  const { seq, state } = place.value;
  if (seq === 0) return ok([]);
  const last = journal.trace(seq - 1);
  if (!last.ok) return last;
  return ok([{ type: 'interrupted', state, at: new Date(last.value.at(-1)?.at ?? 0).toISOString() }]);
}
