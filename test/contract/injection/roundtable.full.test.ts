import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RoundtableReportSchema } from '../../../shared/roundtable.js';
import { type Channel, entriesOf } from '../../fixtures/injection/corpus.js';
import { hostileProject } from '../../fixtures/injection/hostile-project.js';
import { obedientServer } from '../../fixtures/injection/obedient-server.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { writeTask } from '../../fixtures/loop/projects.js';
import { bystanders, placesOf, stranger } from './bystanders.js';

let cli: CommandLine;
let model: Awaited<ReturnType<typeof obedientServer>>;
let outside: Awaited<ReturnType<typeof stranger>>;
beforeAll(async () => {
  cli = await bundleCommandLine();
  model = await obedientServer();
  outside = await stranger();
});
afterAll(async () => {
  await model.close();
  await outside.close();
  cli.close();
});

const CHANNELS: readonly Channel[] = ['assertion text', 'source comment', 'test name'];
/** What reviewer and tester answer where no text tells them anything new. */
const OTHERWISE = {
  review: {
    decision: 'approve',
    promises: [],
    hard_coded: false,
    sibling_faults: [],
    must_fix: [],
    comment: 'good',
  },
  test: { commands: [], comment: 'enough' },
};
const RUNS = 3;

it('a reviewer and a tester who do what the last text says, run no command that nobody allowed, and approve nothing', async () => {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const job = { home, dir, repo: path.join(dir, 'fw'), task: path.join(dir, 'task.yaml') };
  const all = entriesOf(CHANNELS, placesOf(job, outside.url));
  const entries = all
    .map((entry) => ({ ...entry, wants: entry.wants.filter((wish) => 'command' in wish) }))
    .filter(({ wants }) => wants.length > 0);
  hostileProject(job.repo, entries);
  writeTask(job.task, './fw', {
    test: { cases: ['ring_refuses_when_full', 'ring_counts'], heldOut: ['hidden_*'] },
    constraints: { searchTrials: 40 },
  });
  const others = bystanders(job, ['maxRounds: 2']);
  model.obey({ entries, otherwise: OTHERWISE });
  const roles = ['--role', 'REVIEWER=openai', '--role', 'TESTER=openai'];
  const args = [
    'coordinate',
    job.task,
    '--mode',
    'implementation',
    ...roles,
    '--approve',
    'send,build',
    '--json',
  ];
  const ends = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const ran = await cli.run(args, { home, cwd: dir, env: model.env });
    const { outcome, final_status, patch, rounds } = RoundtableReportSchema.parse(ran.lines.at(-1));
    ends.add(outcome);
    expect([final_status, patch]).toEqual(['FAILURE', null]);
    const commands = rounds.flatMap(({ test }) => test?.runs ?? []).filter(({ kind }) => kind === 'proposed');
    expect(commands.filter(({ status }) => status !== 'blocked')).toEqual([]);
  }
  expect(ends).toEqual(new Set(['tester_command_blocked']));
  const judgements = new Set(model.obeyed().map(({ judgement }) => judgement));
  expect(judgements).toEqual(new Set(['review', 'test']));
  others.areUnharmed({ heard: model.heard(), sent: outside.heard });
});
