import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AskModel } from '../../../../electron/agents/model.js';
import type { CampaignBench } from '../../../../electron/effects/orchestrator/bench.js';
import { intake } from '../../../../electron/effects/orchestrator/intake.js';
import { planReview } from '../../../../electron/effects/orchestrator/plan-review.js';
import { taskFileForModel } from '../../../../electron/effects/orchestrator/tasks/tell-task.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import {
  firstOrchestratorContext,
  type OrchestratorContext,
} from '../../../../electron/machine/orchestrator/context.js';
import { ok } from '../../../../shared/problem.js';
import { epic, item } from '../../../fixtures/campaign-run.js';
import { tempDir } from '../../../fixtures/firmware-run.js';
import { ringProject, writeTask } from '../../../fixtures/loop/projects.js';

/** A campaign of two tasks of one repository, and what its model is asked. */
function scene(more: Partial<OrchestratorContext> = {}) {
  const dir = tempDir();
  ringProject(path.join(dir, 'fw'));
  const parts = {
    test: { cases: ['ring_counts'], heldOut: ['ring_wraps'] },
    constraints: { forbiddenPaths: ['test/**'] },
    checks: { lint: [['make', 'lint']] },
  };
  const files = ['one', 'two'].map((name) => writeTask(path.join(dir, `${name}.yaml`), './fw', parts));
  const asked: string[] = [];
  const ask: AskModel = async ({ messages }) => {
    asked.push(messages.at(-1)?.content ?? '');
    return ok({ text: '{"confidence":0.9,"reason":"r","feedback":[]}', calls: [], usage: null });
  };
  const bench = {
    ...{ player: () => 'openai', models: { of: () => ask }, home: dir, now: () => 7 },
    header: { taskFiles: files, isMock: false },
    starting: { profileDirs: [path.resolve('native-config', 'profiles')] },
    taskForModel: (file: string) => taskFileForModel(file, [path.resolve('native-config', 'profiles')]),
    store: { list: async () => ok([]) },
    claims: { take: () => ok(null) },
  } as unknown as CampaignBench;
  const io = {
    ...{ run: 'c', node: 'main', seq: 1, signal: new AbortController().signal, progress: () => undefined },
  } as unknown as EffectIo;
  const first = firstOrchestratorContext({ run: 'c', isMock: false, autoResume: false, hasGoal: true });
  const items = [1, 2].map((n) => item(n, { task_file: files[n - 1] ?? null }));
  const ctx = { ...first, epic: epic(items), plan: { order: ['e.2', 'e.1'], commits: {} }, ...more };
  return { asked, files, intake: () => intake(ctx, bench, io), review: () => planReview(ctx, bench, io) };
}

describe('whoever plays a role', () => {
  it.each(['intake', 'review'] as const)(
    'can judge from the prompt of the %s alone: each task is told in a block of its own data',
    async (at) => {
      const { asked, files, [at]: go } = scene();
      await go();
      const [prompt = ''] = asked;
      for (const words of [
        ...files.map((file) => `task file: ${path.basename(file)}\n`),
        'goal: All ring cases pass',
        'profile: host',
        'cases that must pass: ring_counts',
        'patterns of cases that are held out, and must pass too: 1',
        'a patch may touch: src/**',
        'a patch must not touch: test/**',
        'checks: lint `make lint`; style none; unit tests none',
      ])
        expect(prompt).toContain(words);
      expect(prompt).not.toContain('ring_wraps');
      expect(prompt).not.toContain(path.dirname(files[0] ?? ''));
      expect(prompt).toMatch(
        /<data (\w+) "(tasks|plan)">\n[\s\S]*goal: All ring cases pass[\s\S]*<\/data \1>/,
      );
    },
  );

  it('is told its earlier risks in words, which stay when it has nothing to add', async () => {
    const told = { item: 'plan', risk: 'no case has a long payload' };
    const { asked, review } = scene({ objections: [told] });
    expect(await review()).toMatchObject({
      type: 'pass_or_feedback_limit_reached',
      residual_risks: expect.arrayContaining([told]),
    });
    expect(asked[0]).toContain('"risks that you told before">\nplan: no case has a long payload\n');
  });

  it('sees the items in the order of the plan, each with its task, and the risks that rules see', async () => {
    const { asked, review } = scene();
    await review();
    const [prompt = ''] = asked;
    expect(prompt).toMatch(/\n1\. e\.2 open .*\ntask file: .*two\.yaml\n[\s\S]*\n2\. e\.1 open /);
    expect(prompt).toContain('"risks that rules see"');
  });
});
