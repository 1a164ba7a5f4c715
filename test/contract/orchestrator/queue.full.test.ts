import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedStore } from '../../../electron/lab/tasks/embedded.js';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Epic } from '../../../shared/work-item.js';
import { value } from '../../fixtures/firmware-run.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { TYPO } from '../../fixtures/loop/projects.js';
import { believing, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const left = (id: string, task: string, updated_at: number): Epic => ({
  ...{ id, goal: `goal ${id}`, campaign: 'of-before', updated_at },
  items: [
    {
      ...{ id: `${id}.1`, epic: id, title: `item ${id}`, task_file: task, status: 'open', priority: 1 },
      ...{ deps: [], updated_at, run: null },
    },
  ],
});

it('takes up all that was left, one epic after the other, and reports the items of each', async () => {
  const [job, other] = [believing(prepare(cli, { edits: TYPO })), prepare(cli, { edits: TYPO })];
  const store = embeddedStore(job.home, () => false);
  value(await store.put(left('late', other.task, 1), 'of-before'));
  value(await store.put(left('gone', '/nowhere/task.yaml', 2), 'of-before'));
  value(await store.put(left('soon', job.task, 3), 'of-before'));
  const ran = await cli.run(['campaign', '--auto-resume', '--approve', 'build,publish', '--json'], {
    ...{ home: job.home, cwd: job.dir, env: { BENCHLOOP_MOCK_RESEARCHER: '1' } },
  });
  const report = CampaignReportSchema.parse(ran.lines.at(-1));
  expect([ran.code, report.outcome]).toEqual([0, 'COMPLETE']);
  expect(report.items.map(({ id, status }) => [id, status])).toEqual([
    ['soon.1', 'done'],
    ['late.1', 'done'],
  ]);
  const reasons = ran.lines.filter(({ type }) => type === 'transition').map(({ reason }) => reason);
  expect(reasons).toContain('“goal soon” is done; goes on with “goal late”');
  expect(
    value(await store.list())
      .map(({ id, items }) => [id, items[0]?.status])
      .sort(),
  ).toEqual([
    ['gone', 'open'],
    ['late', 'done'],
    ['soon', 'done'],
  ]);
  expect(report.stages.map(({ review }) => review.decision)).toEqual(['pass', 'pass']);
  expect(inEnglish(report.reason)).toContain('“item late”');
});
