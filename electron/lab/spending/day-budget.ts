import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import { inShared, type SharedStore } from '../shared-database.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const STORE: SharedStore = {
  name: 'spending.db',
  schema:
    'CREATE TABLE IF NOT EXISTS spent (id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, at INTEGER NOT NULL, tokens INTEGER NOT NULL);',
  empty: text`the record of what models used today is an empty file: what it held is lost, unless its making was cut off`,
  renew: text`move this file away: the day's budget is counted anew from now on`,
};

const SpentRow = z.object({ id: z.number(), run: z.string(), at: z.number(), tokens: z.number() });
const SPENT = recordKind('spending', 'spent', SpentRow, (row) => row);

export interface DayBudget {
  tokens: number;
  requests: number;
}

export interface Reservation {
  /** Puts in what the server counted. One that is never settled, because its process died, stays spent at its reserved size. */
  settle(tokens: number): void;
}

/**
 * Reserves a request in what all runs of a data folder may use in 24 hours. Of requests that are made at once, in whatever processes, only
 * those get one that are within the budget together.
 *
 * @param asked `tokens`: of the request and its reply, as estimated; `now`: epoch ms. Errors: POLICY_VIOLATION where it is spent, JOURNAL_CORRUPT.
 */
export function reserveToday(
  home: string,
  budget: DayBudget,
  { run, tokens, now }: { run: string; tokens: number; now: number },
): Result<Reservation> {
  const id = inShared(home, STORE, ({ db, tables }) => {
    db.prepare('DELETE FROM spent WHERE at <= ?').run(now - DAY_MS);
    const before = orThrow(tables.list(SPENT));
    const used = before.reduce((sum, one) => sum + one.tokens, 0);
    if (before.length >= budget.requests)
      return spentUp(text`the budget of ${budget.requests} requests to models in 24 hours is spent`);
    if (used + tokens > budget.tokens)
      return spentUp(
        text`the budget of ${budget.tokens} tokens in 24 hours is spent: this request would make it ${used + tokens}`,
      );
    const made = db.prepare('INSERT INTO spent (run, at, tokens) VALUES (?, ?, ?)').run(run, now, tokens);
    return ok(Number(made.lastInsertRowid));
  });
  if (!id.ok) return id;
  return ok({
    settle: (counted) => {
      inShared(home, STORE, ({ db }) => {
        db.prepare('UPDATE spent SET tokens = ? WHERE id = ?').run(counted, id.value);
        return ok(undefined);
      });
    },
  });
}

const spentUp = (message: Message): Result<never> =>
  fail({
    code: 'POLICY_VIOLATION',
    message,
    next: text`raise budget.perDay in your policy file, wait, or go on with rules`,
  });
