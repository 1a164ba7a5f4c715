import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ok, type Result } from '../../shared/problem.js';
import type { PromptRecord } from '../../shared/prompt-record.js';
import { type ModelsAsked, type Replaced, replacedInAll } from '../../shared/replaced.js';
import type { Spending } from '../../shared/spending.js';
import { spent, wasSent } from '../agents/egress/budget.js';
import { namesIn, PROMPTS, readRecord } from '../agents/records/records.js';
import { runFolder, withRun } from './run-store.js';

const amounts = z.object({ tokens: z.number(), requests: z.number() });
const WithBudget = z.looseObject({ policy: z.looseObject({ budget: amounts }) });
/** Where the headers of the machines have their policy. */
const HeaderSchema = z.union([WithBudget, z.looseObject({ loop: WithBudget }).transform(({ loop }) => loop)]);

/** What the requests of a run to models have used, of what its policy allows; null: it made none. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
export async function spendingOf(home: string, run: string): Promise<Result<Spending | null>> {
  const about = withRun(home, run, (journal) => journal.header());
  return about.ok ? ok(await spendingIn(runFolder(home, run), about.value.header)) : about;
}

async function spendingIn(folder: string, header: unknown): Promise<Spending | null> {
  const { records, unread } = recordsOf(folder);
  if (records.length + unread === 0) return null;
  const budget = HeaderSchema.safeParse(header).data?.policy.budget ?? null;
  return { ...(await spent(records)), unread, replaced: replacedIn(records), budget };
}

/** What a run asked models, by its folder; null: nothing. A record that cannot be read counts as a request. */
export function modelsAskedIn(folder: string): ModelsAsked | null {
  const { records, unread } = recordsOf(folder);
  const requests = records.filter(wasSent).length + unread;
  return records.length + unread === 0 ? null : { requests, replaced: replacedIn(records) };
}

/** A request that was never sent replaced nothing. */
const replacedIn = (records: readonly PromptRecord[]): Replaced =>
  replacedInAll(records.filter(wasSent).map(({ replaced }) => replaced));

function recordsOf(folder: string): { records: PromptRecord[]; unread: number } {
  const names = namesIn(path.join(folder, PROMPTS));
  const read = names.map((name) => recordAt(path.join(folder, PROMPTS, name)));
  const records = read.filter((record) => record !== null);
  return { records, unread: read.length - records.length };
}

/** What of a record is counted, by its file: one that was not written to since is not read again. */
const known = new Map<string, { stamp: string; record: PromptRecord | null }>();
/** Files of some runs; a window that is open for weeks does not keep all. */
const MOST_KNOWN = 1000;

function recordAt(file: string): PromptRecord | null {
  const { mtimeMs, size } = statSync(file);
  const stamp = `${mtimeMs} ${size}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.record;
  const read = readRecord(file);
  const record = read.ok ? read.value : null;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(file, { stamp, record });
  return record;
}
