import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignBench } from '../../../electron/effects/orchestrator/bench.js';
import { queue, schedule } from '../../../electron/effects/orchestrator/schedule.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import { releaseLease, takeLease } from '../../../electron/lab/boards/lease.js';
import { noteBoard, openBoardRegistry } from '../../../electron/lab/boards/registry.js';
import { embeddedStore } from '../../../electron/lab/tasks/embedded.js';
import { thisProcess } from '../../../electron/lab/this-process.js';
import { firstOrchestratorContext } from '../../../electron/machine/orchestrator/context.js';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish, type Words } from '../../../shared/texts/words.js';
import { epic, item } from '../../fixtures/campaign-run.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { until } from '../../fixtures/until.js';
import { believing, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

describe('a campaign whose boards are in use', () => {
  it('waits in its queue until a lease ends by itself, also one of a person, and takes none away', async () => {
    const home = tempDir();
    ringProject(path.join(home, 'fw'), TYPO);
    const task = writeTask(path.join(home, 'task.yaml'), './fw', {
      profile: 'arduino-uno',
      test: { command: undefined },
    });
    const registry = value(openBoardRegistry(home));
    const ids = ['uno-1', 'uno-2', 'uno-3'];
    for (const id of ids) {
      value(
        noteBoard(
          registry,
          {
            id,
            profile: 'arduino-uno',
            key: { usb: '2341:0043', serial: id, topology: null, port: null },
          },
          1,
        ),
      );
      const claim = {
        board: id,
        owner: id === 'uno-1' ? 'alice' : 'another-run',
        process: thisProcess(),
        ttlMs: id === 'uno-1' ? null : 60_000,
      };
      if (id !== 'uno-3') value(takeLease(registry, claim, () => true, Date.now()));
    }
    registry.db.prepare("UPDATE board SET quarantined = 'smoke' WHERE id = 'uno-3'").run();
    const ctx = {
      ...firstOrchestratorContext({ run: 'c', isMock: false, autoResume: false, hasGoal: true }),
      ...{ epic: epic([item(1, { task_file: task })]), current: 'e.1' },
    };
    const bench = {
      ...{ home, dir: home, now: Date.now, player: () => 'rules', store: embeddedStore(home, () => false) },
      isWorking: () => true,
      starting: { profileDirs: [path.resolve('native-config', 'profiles')] },
    } as unknown as CampaignBench;
    const told: string[] = [];
    const io = {
      run: 'c',
      signal: new AbortController().signal,
      progress: (_: string, why: Words) => told.push(inEnglish(why)),
    } as unknown as EffectIo;
    expect(await schedule(ctx, bench, io)).toMatchObject({ type: 'resource_busy' });
    const waiting = queue(ctx, bench, io);
    await until(() => told.length > 0);
    const line = await cli.run(['boards'], { home });
    expect(line.stdout).toContain('waiting for any board of arduino-uno: c\n');
    value(releaseLease(registry, 'uno-2', 'another-run'));
    expect(await waiting).toMatchObject({ type: 'resource_available' });
    const release = (id: string) => `\`benchloop boards release ${id}\``;
    const who = [
      `alice holds uno-1 by hand, until ${release('uno-1')}`,
      'another-run uses uno-2',
      `uno-3 is out of use, until ${release('uno-3')}`,
    ];
    expect(told).toEqual([`waits for a board of arduino-uno: ${who.join('; ')}`]);
    expect(await schedule(ctx, bench, io)).toMatchObject({ type: 'resource_ready' });
    registry.db.close();
  });
});

describe('several campaigns at once', () => {
  it('come to their ends side by side, each with its own goal, and leave one another alone', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    mkdirSync(path.join(job.dir, 'other'));
    ringProject(path.join(job.dir, 'other', 'fw'), TYPO);
    const other = writeTask(path.join(job.dir, 'other', 'task.yaml'), './fw');
    const start = (goal: string, task: string) =>
      cli.run(['campaign', goal, '--task', task, '--approve', 'all', '--json'], {
        home: job.home,
        cwd: job.dir,
        env: { BENCHLOOP_MOCK_RESEARCHER: '1' },
      });
    const ran = await Promise.all([start('the first', job.task), start('the second', other)]);
    const reports = ran.map(({ lines }) => CampaignReportSchema.parse(lines.at(-1)));
    expect(reports.map(({ outcome, goal }) => [goal, outcome])).toEqual([
      ['the first', 'COMPLETE'],
      ['the second', 'COMPLETE'],
    ]);
    const listed = JSON.parse((await cli.run(['tasks', '--json'], { home: job.home })).stdout);
    expect(
      listed.epics.map(({ items }: { items: { status: string }[] }) => items.map(({ status }) => status)),
    ).toEqual([['done'], ['done']]);
  });
});
