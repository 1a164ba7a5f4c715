import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CampaignBench } from '../../../../electron/effects/orchestrator/bench.js';
import { epicSync } from '../../../../electron/effects/orchestrator/epic-sync.js';
import { askSwitch } from '../../../../electron/effects/orchestrator/questions.js';
import { taskFilesIn } from '../../../../electron/effects/orchestrator/tasks/epics.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import type { OrchestratorContext } from '../../../../electron/machine/orchestrator/context.js';
import { ok } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { temporary } from '../../workspace/repositories.js';

const here = temporary('named-tasks');
const epic = { id: 'c', goal: 'fix it', items: [], campaign: 'c', updated_at: 1 };
const doubt = { from: 'PLAN_BASELINE', why: 'no task', confidence: 0.5, conflict: null };
const bench = {
  ...{ header: { here, taskFiles: [] }, now: () => 1 },
  ...{ store: { take: async () => ok(undefined) }, claims: { drop: () => ok(undefined) } },
} as unknown as CampaignBench;
const answered = (answer: string, words: string[]): OrchestratorContext =>
  ({
    run: 'c',
    goal: 'fix it',
    epic,
    current: null,
    doubt,
    answer,
    words,
    stages: [],
  }) as unknown as OrchestratorContext;
const synced = async (ctx: OrchestratorContext) => {
  const { type, reason } = await epicSync(ctx, bench, { run: 'c' } as unknown as EffectIo);
  return [type, inEnglish(reason)];
};

describe('the answer for a goal without a task', () => {
  it('names task files, and those that are not there are told', async () => {
    writeFileSync(path.join(here, 'a.yaml'), '');
    const missing = path.join(here, 'gone.yml');
    expect(taskFilesIn('use a.yaml，gone.yml', here)).toEqual({
      found: [path.join(here, 'a.yaml')],
      missing: [missing],
    });
    expect(await synced(answered('merge', ['gone.yml']))).toEqual([
      'bd_upsert_done',
      `items of “fix it”: 0; there is no task file ${missing}`,
    ]);
  });

  it('gives the goal up, so that the campaign ends and the same is not asked for ever', async () => {
    expect(await synced(answered('switch', []))).toEqual(['cancel', 'the goal is given up: it has no task']);
    const subject = inEnglish(askSwitch(answered('switch', [])).subject);
    expect(subject).toContain('switch: give the goal up; the campaign ends');
  });
});
