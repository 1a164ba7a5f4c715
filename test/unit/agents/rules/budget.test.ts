import { describe, expect, it } from 'vitest';
import { budgetUntil } from '../../../../electron/agents/rules/budget.js';

const { signal } = new AbortController();
const LATE = Number.MAX_SAFE_INTEGER;

describe('what a search may use', () => {
  it('is used up with the last of its trials, however much time is left', () => {
    let left = 2;
    const budget = budgetUntil(LATE, signal, () => left);
    expect([budget.spent(), budget.reached()]).toEqual([false, null]);
    left = 0;
    expect([budget.spent(), budget.reached()]).toEqual([true, 'searchTrials']);
    left = -1;
    expect(budget.spent(), 'several were begun at once').toBe(true);
  });

  it('is used up with its time, however many trials are left', () => {
    const budget = budgetUntil(Date.now() - 1, signal, () => 5);
    expect([budget.reached(), budget.left()]).toEqual(['searchSec', 0]);
  });

  it('has no limit of trials where the bench counts none', () => {
    expect(budgetUntil(LATE, signal).spent()).toBe(false);
  });
});
