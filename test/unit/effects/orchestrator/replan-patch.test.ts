import { describe, expect, it } from 'vitest';
import type { AskModel } from '../../../../electron/agents/model.js';
import type { CampaignBench } from '../../../../electron/effects/orchestrator/bench.js';
import { replanPatch } from '../../../../electron/effects/orchestrator/replan-patch.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import {
  firstOrchestratorContext,
  type OrchestratorContext,
} from '../../../../electron/machine/orchestrator/context.js';
import { ok } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { epic, item, stage } from '../../../fixtures/campaign-run.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const ITEMS = [item(1, { status: 'in_progress' }), item(2), item(3, { deps: ['e.2'] })];

/** A campaign whose first item was refuted so often. */
function refuted(times = 1): OrchestratorContext {
  const first = firstOrchestratorContext({ run: 'c', isMock: false, autoResume: false, hasGoal: true });
  const ctx = { ...first, epic: epic(ITEMS.map((one) => ({ ...one, task_file: null }))), current: 'e.1' };
  return { ...ctx, stages: Array.from({ length: times }, () => stage(ctx, 'replan')) };
}

/** What REPLAN_PATCH gives where the planner's model answers so; null: rules plan. */
async function replan(answer: object | null, ctx = refuted()) {
  const asked: string[] = [];
  const ask: AskModel = async ({ messages }) => {
    asked.push(messages.map(({ content }) => content).join('\n'));
    return ok({ text: JSON.stringify(answer), calls: [], usage: null });
  };
  const bench = {
    player: () => (answer === null ? 'rules' : 'openai'),
    models: { of: () => (answer === null ? null : ask), other: () => null },
    store: { put: async () => ok(undefined) },
    ...{ home: tempDir(), now: () => 7 },
  } as unknown as CampaignBench;
  const io = {
    ...{ run: 'c', node: 'main', seq: 1, signal: new AbortController().signal, progress: () => undefined },
  } as unknown as EffectIo;
  const outcome = await replanPatch(ctx, bench, io);
  return { outcome, reason: inEnglish(outcome.reason), asked };
}

const change = (more: object) => ({
  note: '',
  order: [],
  drop: [],
  confidence: 0.9,
  reason: 'so it goes',
  ...more,
});

describe('a plan whose item was refuted', () => {
  it('is changed by a planner that is sure: order, what is dropped, and a note for the next attempt', async () => {
    const { outcome, reason, asked } = await replan(
      change({ note: 'the length byte comes first', order: ['e.3', 'e.1'], drop: ['e.2'] }),
    );
    expect(outcome).toMatchObject({ type: 'patch_applied', confidence: 0.9 });
    expect(reason).toBe('the planner changed the plan; model: “so it goes”');
    expect(outcome.type === 'patch_applied' && outcome.epic.items).toMatchObject([
      { id: 'e.1', priority: 2, notes: ['the length byte comes first'] },
      { id: 'e.2', status: 'cancelled' },
      { id: 'e.3', priority: 1, deps: [] },
    ]);
    expect(asked[0]).toContain('cases: NOT_SAID: no');
  });

  it('is asked about where the planner is not sure', async () => {
    const { outcome, reason } = await replan(change({ note: 'perhaps', confidence: 0.59 }));
    expect(outcome).toMatchObject({ type: 'confidence_lt_0_6', confidence: 0.59 });
    expect(reason).toBe('the planner is not sure; model: “so it goes”');
  });

  it.each([
    ['gives up what the target has refuted', { drop: ['e.1'] }],
    ['names an item that there is not', { order: ['e.9'] }],
    ['changes nothing', {}],
  ])('is asked about where the planner’s change %s', async (_, more) => {
    const { outcome, reason } = await replan(change(more));
    expect(outcome.type).toBe('confidence_lt_0_6');
    expect(reason).toBe("the planner's change does not fit the plan; model: “so it goes”");
  });

  it('is asked about where rules plan, where the model says nothing that can be used, and after three changes', async () => {
    const no = 'no other plan is known for “t”: no';
    expect(await replan(null)).toMatchObject({ outcome: { type: 'confidence_lt_0_6' }, reason: no });
    expect(await replan({ plan: 'mine' })).toMatchObject({
      outcome: { type: 'confidence_lt_0_6' },
      reason: no,
    });
    const late = await replan(change({ note: 'once more' }), refuted(3));
    expect(late).toMatchObject({ outcome: { type: 'confidence_lt_0_6' }, reason: no, asked: [] });
  });
});
