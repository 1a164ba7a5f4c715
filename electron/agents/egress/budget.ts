import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { estimateTokens } from './tokens.js';

export interface Budget {
  tokens: number;
  requests: number;
}

/** What a request used, as the server counted, else as it is estimated. One that never went out used nothing. */
async function usedBy(record: PromptRecord): Promise<number> {
  const usage = record.reply?.usage;
  if (usage) return usage.prompt + usage.completion;
  return wasSent(record) ? estimateTokens(record) : 0;
}

const spentUp = (message: Message): Problem => ({
  code: 'POLICY_VIOLATION',
  message,
  next: text`raise budget in your policy file, or go on with rules`,
});

/** Whether a request went out, or is to go. */
export const wasSent = ({ problem }: PromptRecord): boolean => problem?.code !== 'POLICY_VIOLATION';

/** What the requests of a run have used or reserved. */
export async function spent(records: readonly PromptRecord[]): Promise<Budget> {
  const sent = records.filter(wasSent);
  const used = await Promise.all(sent.map(usedBy));
  return { tokens: used.reduce((sum, tokens) => sum + tokens, 0), requests: sent.length };
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
  const { tokens, requests } = await spent(records);
  if (requests > budget.requests)
    return fail(spentUp(text`the budget of ${budget.requests} requests to models of run ${run} is spent`));
  if (tokens > budget.tokens)
    return fail(
      spentUp(
        text`the budget of ${budget.tokens} tokens of run ${run} is spent: this request would make it ${tokens}`,
      ),
    );
  return ok(undefined);
}
