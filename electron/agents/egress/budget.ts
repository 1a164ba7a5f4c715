import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { estimateTokens, mostTokens } from './tokens.js';

export interface Budget {
  tokens: number;
  requests: number;
}

/** Tokens of a request as the server counted them; undefined: it did not. A request that never went out used none. */
function countedBy(record: PromptRecord): number | undefined {
  const usage = record.reply?.usage;
  if (usage) return usage.prompt + usage.completion;
  return wasSent(record) ? undefined : 0;
}

const total = (tokens: readonly number[]): number => tokens.reduce((sum, some) => sum + some, 0);

/** An upper bound of the tokens that the requests of a run have used or reserved. */
const atMost = (records: readonly PromptRecord[]): number =>
  total(records.map((record) => countedBy(record) ?? mostTokens(record)));

const spentUp = (message: Message): Problem => ({
  code: 'POLICY_VIOLATION',
  message,
  next: text`raise budget in your policy file, or go on with rules`,
});

/** Whether a request went out, or is to go. */
export const wasSent = ({ problem }: PromptRecord): boolean => problem?.code !== 'POLICY_VIOLATION';

/** What the requests of a run have used or reserved: as the server counted, else as it is estimated. */
export async function spent(records: readonly PromptRecord[]): Promise<Budget> {
  const sent = records.filter(wasSent);
  const used = await Promise.all(sent.map((record) => countedBy(record) ?? estimateTokens(record)));
  return { tokens: total(used), requests: sent.length };
}

/**
 * Whether this request may be made, which is one of `records` already. Error: POLICY_VIOLATION.
 *
 * @param run the one whose budget it is; its own requests and those of runs that it dispatched count
 */
export async function withinBudget(
  budget: Budget,
  records: readonly PromptRecord[],
  run: string,
): Promise<Result<void>> {
  if (records.filter(wasSent).length > budget.requests)
    return fail(spentUp(text`the budget of ${budget.requests} requests to models of run ${run} is spent`));
  if (atMost(records) <= budget.tokens) return ok(undefined);
  const { tokens } = await spent(records);
  if (tokens > budget.tokens)
    return fail(
      spentUp(
        text`the budget of ${budget.tokens} tokens of run ${run} is spent: this request would make it ${tokens}`,
      ),
    );
  return ok(undefined);
}
