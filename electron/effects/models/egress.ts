import { createHash } from 'node:crypto';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { withinBudget } from '../../agents/egress/budget.js';
import { noteSent, type Sent } from '../../agents/egress/ledger.js';
import { estimateTokens } from '../../agents/egress/tokens.js';
import type { AskIo, ModelQuestion } from '../../agents/model.js';
import type { Kept, Records } from '../../agents/records/records.js';
import { type Reservation, reserveToday } from '../../lab/spending/day-budget.js';
import type { Connection, ModelsOptions } from './connection.js';
import { withinTreeBudget } from './tree-budget.js';

export interface Leaving {
  connection: Connection & { host: string };
  question: ModelQuestion;
  kept: Kept;
  replaced: Readonly<Record<string, number>>;
}

/** Everything that has to agree before a request leaves this computer. Error: POLICY_VIOLATION. */
export async function mayLeave(
  { connection: { host }, question }: Leaving,
  { policy, dir }: ModelsOptions,
  records: Records,
  io: AskIo,
): Promise<Result<void>> {
  if (policy.offline)
    return refuse(
      text`the policy says offline: nothing is sent to ${host}`,
      text`use --provider rules or manual`,
    );
  if (policy.hosts !== null && !policy.hosts.some((one) => one === host || one === withoutPort(host)))
    return refuse(
      text`the policy does not let requests go to ${host}`,
      text`use one of ${policy.hosts.join(', ')}`,
    );
  const all = records.all();
  if (!all.ok) return all;
  const sent = all.value.map(({ record }) => record).filter(({ provider }) => provider === 'openai');
  const within = await withinBudget(policy.budget, sent, path.basename(dir));
  if (!within.ok) return within;
  const together = await withinTreeBudget(dir);
  if (!together.ok) return together;
  return io.maySend({ host, bytes: bodyOf(question).length, files: question.files });
}

const refuse = (message: Words, next: Words): Result<never> =>
  fail({ code: 'POLICY_VIOLATION', message, next });

const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

const bodyOf = ({ messages, format, tools }: ModelQuestion): Buffer =>
  Buffer.from(JSON.stringify({ messages, format, tools }));

/** Reserves the request in the day's budget, where the policy has one. Error: POLICY_VIOLATION. */
export async function reserve(
  { kept }: Leaving,
  { home, dir, now, policy }: ModelsOptions,
): Promise<Result<Reservation | null>> {
  const { perDay } = policy.budget;
  if (perDay === null) return ok(null);
  const tokens = await estimateTokens(kept.record);
  return reserveToday(home, perDay, { run: path.basename(dir), tokens, now: now() });
}

/** Writes the request into the ledger, and gives what writes its end. */
export function enter(
  { connection: { host }, question, kept, replaced }: Leaving,
  { home, dir, now }: ModelsOptions,
): (problem: Problem | null) => void {
  const body = bodyOf(question);
  const line = (status: string): Sent => ({
    time: new Date(now()).toISOString(),
    run: path.basename(dir),
    record: kept.file,
    host,
    bytes: body.length,
    files: question.files,
    sha256: createHash('sha256').update(body).digest('hex'),
    status,
    replaced,
  });
  noteSent(home, line('sent'));
  return (problem) => noteSent(home, line(problem?.code ?? 'answered'));
}
