import { expect, it } from 'vitest';
import { rulesCanPlan } from '../../../../electron/effects/session/plan/plan-by-rules.js';

const can = (goal: string, answer: string | null): boolean => {
  const [ctx, bench, io] = [
    { goal, answer },
    { header: { research: null } },
    { signal: new AbortController().signal },
  ];
  return rulesCanPlan(...([ctx, bench, io] as unknown as Parameters<typeof rulesCanPlan>));
};

it('rules plan a documented sentence, unless the operator has said something else since', () => {
  expect(can('reset uno-7', null)).toBe(true);
  expect(can('see to uno-7', null)).toBe(false);
  expect(can('reset uno-7', 'no, leave it alone')).toBe(false);
  expect(can('see to uno-7', 'reset uno-7')).toBe(true);
});
