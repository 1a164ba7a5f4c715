import { describe, expect, it } from 'vitest';
import { reserveToday } from '../../../../electron/lab/spending/day-budget.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const BUDGET = { tokens: 100, requests: 3 };
const refused = { ok: false, error: { code: 'POLICY_VIOLATION' } };

describe('the budget of all runs in 24 hours', () => {
  it('is reserved before a request, by whichever run, and never more than there is', () => {
    const home = tempDir();
    const ask = (run: string, tokens: number) => reserveToday(home, BUDGET, { run, tokens, now: 1 });
    value(ask('a', 60));
    expect(ask('b', 50)).toMatchObject(refused);
    value(ask('b', 40));
    expect(ask('a', 1)).toMatchObject(refused);
  });

  it('bounds requests too', () => {
    const home = tempDir();
    const ask = () => reserveToday(home, BUDGET, { run: 'a', tokens: 1, now: 1 });
    for (let n = 0; n < BUDGET.requests; n += 1) value(ask());
    expect(ask()).toMatchObject(refused);
  });

  it('is settled by what the server counted; what never is stays spent, as estimated, for a day', () => {
    const home = tempDir();
    const ask = (tokens: number, now: number) => reserveToday(home, BUDGET, { run: 'a', tokens, now });
    value(ask(90, 1)).settle(10);
    value(ask(90, 2));
    expect(ask(1, DAY_MS)).toMatchObject(refused);
    expect(ask(11, DAY_MS + 1)).toMatchObject(refused);
    value(ask(10, DAY_MS + 1));
    value(ask(90, DAY_MS + 2));
  });
});
