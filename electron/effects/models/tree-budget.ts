import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { type Budget, withinBudget } from '../../agents/egress/budget.js';
import { recordsIn } from '../../agents/records/records.js';
import { JOURNAL_FILE, openRunJournal } from '../../journal/run-journal.js';

/** Of a run that dispatches others. */
const WithBudget = z.looseObject({
  policy: z.looseObject({ budget: z.object({ tokens: z.number(), requests: z.number() }) }),
});

/**
 * Whether the requests of a run, of the one that dispatched it and of all others that this one dispatched are within the budget of the
 * run at the top, which a person started: a campaign and its runs spend one budget. Errors: POLICY_VIOLATION, JOURNAL_CORRUPT.
 *
 * @param dir the run's folder
 */
export async function withinTreeBudget(dir: string): Promise<Result<void>> {
  const top = topOf(dir);
  if (!top.ok) return top;
  const { run, budget } = top.value;
  if (budget === null) return ok(undefined);
  const runs = path.dirname(dir);
  const tree = readdirSync(runs).filter((name) => name === run || name.startsWith(`${run}-`));
  const sent = [];
  for (const one of tree) {
    const records = recordsIn(path.join(runs, one)).all();
    if (!records.ok) return records;
    sent.push(...records.value.map(({ record }) => record).filter(({ provider }) => provider === 'openai'));
  }
  return withinBudget(budget, sent, run);
}

interface Top {
  run: string;
  /** Null: it is no run with a policy of its own, as a chat. */
  budget: Budget | null;
}

function topOf(dir: string): Result<Top> {
  const run = path.basename(dir);
  if (!existsSync(path.join(dir, JOURNAL_FILE))) return ok({ run, budget: null });
  const opened = openRunJournal(dir);
  if (!opened.ok) return opened;
  const header = opened.value.header();
  opened.value.close();
  if (!header.ok) return header;
  const { parent } = header.value;
  if (parent !== null) return topOf(path.join(path.dirname(dir), path.basename(parent.run)));
  return ok({ run, budget: WithBudget.safeParse(header.value.header).data?.policy.budget ?? null });
}
