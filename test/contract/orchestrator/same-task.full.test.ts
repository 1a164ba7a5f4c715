import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignBench } from '../../../electron/effects/orchestrator/bench.js';
import { epicSync } from '../../../electron/effects/orchestrator/epic-sync.js';
import { intake } from '../../../electron/effects/orchestrator/intake.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import { taskClaims } from '../../../electron/lab/tasks/claims.js';
import { embeddedStore } from '../../../electron/lab/tasks/embedded.js';
import { firstOrchestratorContext } from '../../../electron/machine/orchestrator/context.js';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { bundleCommandLine, type CommandLine, type Line } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { believing, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

/** What the first states of campaigns for one task work with, in one data folder. */
function campaignsForOneTask() {
  const home = tempDir();
  ringProject(path.join(home, 'fw'));
  const task = writeTask(path.join(home, 'task.yaml'), './fw');
  const isAtWork = () => true;
  const bench = {
    ...{
      home,
      isAtWork,
      now: Date.now,
      player: () => 'rules',
      models: { of: () => null },
      header: { taskFiles: [task], here: home },
    },
    ...{ store: embeddedStore(home, isAtWork), claims: taskClaims(home, isAtWork) },
    starting: { profileDirs: [path.resolve('native-config', 'profiles')] },
  } as unknown as CampaignBench;
  const contextOf = (run: string) =>
    firstOrchestratorContext({ run, isMock: false, autoResume: false, hasGoal: true });
  const io = (run: string) => ({ run, node: 'main', progress: () => undefined }) as unknown as EffectIo;
  return {
    intake: (run: string) => intake(contextOf(run), bench, io(run)),
    sync: (run: string) => epicSync(contextOf(run), bench, io(run)),
    epics: async () => value(await bench.store.list()).map(({ campaign }) => campaign),
  };
}

describe('two campaigns for one task', () => {
  it('are a question for one of them, also where both look at the same moment', async () => {
    const { intake, sync, epics } = campaignsForOneTask();
    const looked = await Promise.all(['a', 'b', 'c'].map(intake));
    const types = looked.map(({ type }) => type);
    expect(types.filter((type) => type === 'intake_ok')).toHaveLength(1);
    expect(types.filter((type) => type === 'conflict_with_current_epic')).toHaveLength(2);
    const first = 'abc'[types.indexOf('intake_ok')] ?? '';
    for (const other of looked.filter(({ type }) => type !== 'intake_ok'))
      expect(other).toMatchObject({ isAtWork: true, conflict: { campaign: first } });
    await sync(first);
    expect(await epics()).toEqual([first]);
    expect(await intake('d')).toMatchObject({
      type: 'conflict_with_current_epic',
      conflict: { campaign: first },
    });
  });

  it('ask before the second begins, which leaves the task to the first on the word keep; a later message is a new goal', async () => {
    const { home, dir, task } = believing(prepare(cli, { edits: TYPO }));
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    const say = (args: string[]) => cli.run(args, { home, cwd: dir, env });
    const start = (goal: string) => say(['campaign', goal, '--task', task, '--approve', 'none', '--json']);
    const gateOf = ({ lines }: { lines: Line[] }) => lines.findLast(({ type }) => type === 'gate');
    const first = await start('the first');
    const second = await start('the second');
    const gate = gateOf(second);
    expect([first.code, second.code]).toEqual([4, 4]);
    expect(gate?.subject).toContain('is at work on the same task, for “the first”');
    const run = String(gate?.run);
    await say(['answer', run, String(gate?.gate), 'keep', '--code', String(gate?.code)]);
    const left = await say(['resume', run, '--json']);
    expect([left.code, CampaignReportSchema.parse(left.lines.at(-1)).outcome]).toEqual([3, 'CANCELLED']);
    const told = await say(['tell', run, 'the third', '--json']);
    expect(told.stderr).toContain(`Campaign ${run} takes this as a new goal, for the same tasks.`);
    expect([told.code, gateOf(told)?.subject]).toEqual([
      4,
      expect.stringContaining('is at work on the same task'),
    ]);
  });
});
