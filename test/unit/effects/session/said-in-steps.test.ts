import { describe, expect, it } from 'vitest';
import { planText } from '../../../../electron/agents/session/conversation.js';
import { researchPlan } from '../../../../electron/effects/session/plan/research-plan.js';
import { wordsOfModel } from '../../../../electron/effects/session/summary/words-of-model.js';
import { sessionReducers } from '../../../../electron/machine/session/reducers.js';
import type { Plan } from '../../../../shared/session.js';
import { because, plan, step } from '../../../fixtures/session-run.js';

const done = (made: Plan, words?: string): Plan | null => {
  const ctx = { plan: made, repairs: [], recoveries: 0 };
  const event = { type: 'step_completed', ...because('done'), at: 0, step: 's1', words };
  const of = sessionReducers.completeStep as unknown as (c: unknown, e: unknown) => { plan: Plan | null };
  return of(ctx, event).plan;
};

describe('what an agent says at the end of its step', () => {
  it('is kept, and shown to whoever does the next one', () => {
    const kept = done(plan([step('s1'), step('s2')]), 'The limit is in\nring_put().');
    expect(kept?.steps.map(({ words }) => words)).toEqual(['The limit is in\nring_put().', undefined]);
    expect(kept && planText(kept, 's2')).toContain('→ "The limit is in\\nring_put()."');
    expect(done(plan([step('s1')]))?.steps[0]).not.toHaveProperty('words');
  });

  it.each([
    ['nothing was called', [], () => 'asked'],
    ['rules sum up', [{ n: 1 }], () => null],
  ])('is the answer of the turn where %s', async (_, calls, of) => {
    const made = done(plan([step('s1')]), 'It is a CRC-16.');
    const ctx = { plan: made, calls, isCancelled: false };
    const args = [ctx, { models: { of } }, {}] as unknown as Parameters<typeof wordsOfModel>;
    expect(await wordsOfModel(...args)).toEqual({ words: 'It is a CRC-16.', records: [] });
  });
});

describe('the plan of a research agent', () => {
  const made = (player: unknown, calls: { tool: string; args: unknown }[]) => {
    const bench = { header: { research: { calls } }, work: { now: () => 0 }, models: { of: () => player } };
    const args = [{ goal: 'why?' }, bench, 'p'] as unknown as Parameters<typeof researchPlan>;
    return researchPlan(...args).steps.map(({ step_id, tool_calls }) => [step_id, tool_calls.length]);
  };
  const calls = [{ tool: 'history', args: {} }];

  it('has a model answer after what rules look up; without one the looking up is all', () => {
    expect(made(() => null, calls)).toEqual([
      ['research', 1],
      ['answer', 0],
    ]);
    expect(made(null, calls)).toEqual([['research', 1]]);
    expect(made(() => null, [])).toEqual([['answer', 0]]);
  });
});
