import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type Decisions, decisionsOf } from '../../shared/decisions.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { ReportedChild, ReportHead } from '../../shared/report.js';
import type { Reporting } from '../effects/parts.js';
import { registered } from '../effects/registry.js';
import { DispatchIntent } from '../engine/dispatch-intent.js';
import { answerIn } from '../engine/stop.js';
import { reportFile } from '../files/home-folder.js';
import { MAIN } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import { type DefinitionOf, endingIn, finalStatusOf } from './run-store.js';
import { modelsAskedIn } from './spending.js';

/**
 * The report of a finished run: its head from the journal, and what its machine has written besides. Null while the run is
 * not finished, and where the file of a machine that writes one is not there. Errors: ARTIFACT_MISSING if that cannot be
 * read, JOURNAL_CORRUPT, VERSION_MISMATCH.
 */
export function readReport(journal: RunJournal, definitionOf?: DefinitionOf): Result<ReportHead | null> {
  const head = headOf(journal, definitionOf);
  if (!head.ok || head.value === null) return head;
  const reporting = registered(head.value.machine)?.report;
  if (!reporting) return head;
  if (reporting.body !== null)
    return fromContext(journal, head.value, { ...reporting, body: reporting.body });
  const file = reportFile(path.dirname(journal.file));
  try {
    if (!existsSync(file)) return ok(null);
    return ok(
      reporting.schema.parse({ ...head.value, ...BodySchema.parse(JSON.parse(readFileSync(file, 'utf8'))) }),
    );
  } catch (error) {
    return fail({
      code: 'ARTIFACT_MISSING',
      message: `the report cannot be read: ${whyUnreadable(error)}`,
      where: file,
      next: `put the file back from a backup; the journal still has the run: benchloop show ${head.value.run} --json`,
    });
  }
}

const BodySchema = z.looseObject({});

/** The report of a machine whose context at the end is all that there is to tell. */
function fromContext(
  journal: RunJournal,
  head: ReportHead,
  { schema, body }: Reporting & { body: NonNullable<Reporting['body']> },
): Result<ReportHead> {
  const at = journal.snapshot();
  if (!at.ok) return at;
  const told = schema.safeParse({ ...head, ...BodySchema.parse(body(at.value.context)) });
  if (told.success) return ok(told.data);
  const message = `the report cannot be read: ${whyUnreadable(told.error)}`;
  return fail({ code: 'JOURNAL_CORRUPT', message, where: journal.file });
}

const whyUnreadable = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error).replace(/\s*\n\s*/g, ' ');
  return error instanceof Error ? error.message : String(error);
};

/** What the report of every machine begins with, from the journal; null while the run is under way. */
function headOf(journal: RunJournal, definitionOf?: DefinitionOf): Result<ReportHead | null> {
  const [about, at] = [journal.header(), journal.snapshot()];
  if (!about.ok) return about;
  if (!at.ok) return at;
  const { id: run, machine, goal, createdAt, parent } = about.value;
  const ending = endingIn(journal, machine, at.value, definitionOf);
  if (!ending.ok) return ending;
  if (ending.value === null) return ok(null);
  const last = journal.trace(Math.max(0, at.value.seq - 1));
  if (!last.ok) return last;
  const [nodes, dispatched] = [childNodes(journal, run, definitionOf), dispatchedRuns(journal)];
  if (!nodes.ok) return nodes;
  if (!dispatched.ok) return dispatched;
  const decisions = decisionsIn(journal);
  if (!decisions.ok) return decisions;
  const { status: outcome, verdict, reason } = ending.value;
  return ok({
    ...{
      type: 'report',
      run,
      machine,
      final_status: finalStatusOf(ending.value),
      outcome,
      verdict,
      reason,
      goal,
    },
    duration_ms: (last.value.at(-1)?.at ?? createdAt) - createdAt,
    parent,
    children: [...nodes.value, ...dispatched.value],
    decisions: decisions.value,
    models: modelsAskedIn(path.dirname(journal.file)),
  });
}

/** Of all nodes; a run that was dispatched counts its own. */
function decisionsIn(journal: RunJournal): Result<Decisions> {
  const [gates, messages] = [journal.gates(), journal.messages()];
  if (!gates.ok) return gates;
  if (!messages.ok) return messages;
  const answers = messages.value.flatMap((message) => {
    const given = answerIn(message);
    return given === null ? [] : [{ gate: given.gate, by: message.by }];
  });
  return ok(decisionsOf(gates.value, answers));
}

function childNodes(journal: RunJournal, run: string, definitionOf?: DefinitionOf): Result<ReportedChild[]> {
  const nodes = journal.nodes();
  if (!nodes.ok) return nodes;
  const found: ReportedChild[] = [];
  for (const { path: node, machine } of nodes.value) {
    const at = journal.node(node).snapshot();
    if (!at.ok) return at;
    const ending = endingIn(journal, machine, at.value, definitionOf);
    if (!ending.ok) return ending;
    found.push({ run, node, machine, final_status: ending.value && finalStatusOf(ending.value) });
  }
  return ok(found);
}

/** What an operation that dispatches a run observes of its end. */
const DispatchEndSchema = z.object({ ending: z.object({ exit: z.literal([0, 1, 3]) }) });

function dispatchedRuns(journal: RunJournal): Result<ReportedChild[]> {
  const operations = journal.operations();
  if (!operations.ok) return operations;
  return ok(
    operations.value.flatMap(({ intent, outcome }): ReportedChild[] => {
      const dispatch = DispatchIntent.safeParse(intent);
      if (!dispatch.success) return [];
      const end = DispatchEndSchema.safeParse(outcome);
      const final_status = end.success ? finalStatusOf(end.data.ending) : null;
      return [{ ...dispatch.data, node: MAIN, final_status }];
    }),
  );
}
