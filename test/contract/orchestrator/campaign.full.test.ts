import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { RunEventSchema } from '../../../shared/events.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { git, TYPO } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { believing, type Job, prepare } from '../loop/workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const GOAL = 'make the ring tests pass and commit it';

const campaign = (
  { home, dir }: Pick<Job, 'home' | 'dir'>,
  args: string[],
  env?: Record<string, string>,
): Promise<Ran> => cli.run(['campaign', ...args, '--json'], { home, cwd: dir, env });

const reportOf = (ran: Ran) => {
  const report = CampaignReportSchema.safeParse(ran.lines.at(-1));
  if (!report.success) throw new Error(`no report: ${ran.stdout.slice(-2000)}${ran.stderr}`);
  return report.data;
};
const edgesOf = ({ lines }: Ran): string[] =>
  lines
    .filter(({ type, node }) => type === 'transition' && node === 'main')
    .filter(({ machine }) => machine === 'orchestrator')
    .map(({ from, to }) => `${from} → ${to}`);
const jsonIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('a campaign without a model, on QEMU', () => {
  let job: Job;
  let ran: Ran;
  beforeAll(async () => {
    job = believing(prepare(cli, { target: true, edits: TYPO }));
    ran = await campaign(job, [GOAL, '--task', job.task, '--approve', 'all']);
  });

  it('ends with a commit on a branch whose cases the target has passed, and touches nothing else', () => {
    const report = reportOf(ran);
    expect([ran.code, report.final_status, report.outcome]).toEqual([0, 'SUCCESS', 'COMPLETE']);
    const [stage] = report.stages;
    expect(stage).toMatchObject({
      attempt: 1,
      review: {
        decision: 'pass',
        accepted_claims: ['cases', 'regression', 'committed'],
        rejected_claims: [],
      },
    });
    const branch = `benchloop/${stage?.run}`;
    expect(git(job.repo, 'show', `${branch}:src/ring.c`)).toContain('ring->count++');
    expect(git(job.repo, 'show', 'HEAD:src/ring.c')).toContain('ring->cuont++');
    expect(git(job.repo, 'status', '--porcelain')).toBe('');
    expect(
      Object.keys(fingerprint(job.repo)).filter(
        (name) => /refs\/heads\/./.test(name) && !/main$|benchloop/.test(name),
      ),
    ).toEqual([]);
  });

  it('has researched with four agents that only read, and dispatched one run', () => {
    const { children, run } = reportOf(ran);
    const of = (machine: string) => children.filter((child) => child.machine === machine);
    expect(of('session').map(({ final_status }) => final_status)).toEqual([
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(of('firmware-loop')).toMatchObject([{ final_status: 'SUCCESS' }]);
    expect(of('delivery')).toMatchObject([{ final_status: 'SUCCESS' }]);
    const nodes = path.join(job.home, 'runs', run, 'nodes');
    const agents = readdirSync(nodes).filter((node) => !node.endsWith('.delivery'));
    expect(agents).toHaveLength(4);
    const left = agents.flatMap((node) => readdirSync(path.join(nodes, node)));
    expect(left.filter((name) => name.startsWith('clone'))).toEqual([]);
    const calls = ran.lines.filter(({ type }) => type === 'tool_call').map(({ tool }) => tool);
    expect([...new Set(calls)].sort()).toEqual(['history', 'list_files', 'list_runs', 'search', 'symbols']);
  });

  it('leaves every deliverable of the seed, each with its hash', () => {
    const { deliverables, run } = reportOf(ran);
    const folder = path.join(job.home, 'runs', run);
    const names = new Set(deliverables.map(({ name }) => name));
    expect([...names].sort()).toEqual([
      ...['acceptance_criteria.json', 'analysis_meta.json', 'changed_files.json', 'claims.json'],
      ...[
        'detail_design.md',
        'evidence.json',
        'master_task.json',
        'memory.jsonl',
        'operations.jsonl',
        'summary.md',
      ],
    ]);
    const changed = deliverables.find(({ name }) => name === 'changed_files.json');
    expect(jsonIn(path.join(folder, changed?.path ?? ''))).toMatchObject({ files: ['src/ring.c'] });
  });

  it('prints events of the promised shapes, and replays as it went', async () => {
    for (const line of ran.lines)
      expect(RunEventSchema.safeParse(line).error, JSON.stringify(line)).toBeUndefined();
    const { run, stages } = reportOf(ran);
    for (const id of [run, stages[0]?.run ?? '']) {
      const file = path.join(job.dir, `${id}.cassette`);
      expect((await cli.run(['show', id, '--cassette', file], { home: job.home })).code).toBe(0);
      expect((await cli.run(['replay', file], { home: job.home })).code).toBe(0);
    }
  });

  it('is shown as text and as one HTML file, in which nothing is fetched or run', async () => {
    const { run, stages } = reportOf(ran);
    const file = path.join(job.dir, 'campaign.html');
    const shown = await cli.run(['show', run, '--html', file], { home: job.home });
    expect(shown.stdout).toContain(`branch: ${stages[0]?.branch}`);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain(`benchloop/${stages[0]?.run}`);
    expect(page).not.toMatch(/<script|https?:/);
  });

  it('is done in the task store', async () => {
    const listed = await cli.run(['tasks', '--json'], { home: job.home });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      epics: [{ goal: GOAL, items: [{ status: 'done', task_file: job.task }] }],
    });
    expect((await campaign(job, [])).code).toBe(0);
  });
});

describe('a goal without a task', () => {
  it('waits for its operator, and goes on with the task that the answer names', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const asked = await campaign(job, [GOAL, '--approve', 'all']);
    expect(asked.code).toBe(4);
    const [run = ''] = runIds(job.home);
    const gate = asked.lines.find(({ type }) => type === 'gate');
    const answer = (choice: string, code: string) =>
      cli.run(['answer', run, String(gate?.gate), choice, '--text', `use ${job.task}`, '--code', code], {
        home: job.home,
      });
    expect((await answer('maybe', String(gate?.code))).code).toBe(2);
    expect((await answer('clarified', '00000000')).code).toBe(2);
    expect((await answer('clarified', String(gate?.code))).code).toBe(0);
    const ran = await cli.run(['resume', run, '--json'], { home: job.home, cwd: job.dir });
    expect([ran.code, reportOf(ran).outcome]).toEqual([0, 'COMPLETE']);
  });

  it('is not begun at all where its task cannot be read, or where it has tasks and no words', async () => {
    const job = prepare(cli, { edits: TYPO });
    expect((await campaign(job, [GOAL, '--task', 'nowhere.yaml'])).code).toBe(2);
    expect((await campaign(job, ['--task', job.task])).code).toBe(2);
    expect(runIds(job.home)).toEqual([]);
  });
});

describe('a question of the run that a campaign dispatched', () => {
  it('is told with the command that answers it, and the campaign goes on with its own run', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const args = ['campaign', 'make it pass', '--task', job.task];
    const env = { BENCHLOOP_MOCK_RESEARCHER: '1' };
    const asked = await cli.run(args, { home: job.home, cwd: job.dir, env });
    expect(asked.code).toBe(4);
    const [, of = ''] = /benchloop (approve .*-run main\.\d+\.build yes --code \w+)/.exec(asked.stderr) ?? [];
    expect((await cli.run(of.split(' '), { home: job.home })).code).toBe(0);
    const [run = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
    const resumed = await cli.run(['resume', run, '--json'], { home: job.home, cwd: job.dir });
    // the branch is asked for by the run, whose own policy answers: nobody is there
    expect(resumed.code).toBe(4);
    expect(runIds(job.home)).toHaveLength(2);
    const second = await cli.run(['abort', run], { home: job.home });
    expect(second.code).toBe(0);
    const ended = await cli.run(['resume', run, '--json'], { home: job.home, cwd: job.dir });
    expect([ended.code, reportOf(ended).outcome]).toEqual([3, 'CANCELLED']);
  });

  it('is answered by the approval policy that its campaign is resumed with', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const asked = await campaign(job, [GOAL, '--task', job.task, '--approve', 'none']);
    expect([asked.code, runIds(job.home)]).toEqual([4, expect.toSatisfy((runs) => runs.length === 2)]);
    const [run = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
    const again = await cli.run(['resume', run, '--json'], { home: job.home, cwd: job.dir });
    expect(again.code).toBe(4);
    const args = ['resume', run, '--approve', 'all', '--json'];
    const ended = await cli.run(args, { home: job.home, cwd: job.dir });
    expect([ended.code, reportOf(ended).outcome], ended.stderr).toEqual([0, 'COMPLETE']);
  });
});

describe('what is told to a campaign while its delivery asks for the commit', () => {
  it('is heard by that delivery once it has committed, judged by its guards, and the same in a replay', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const of = (...args: string[]) => cli.run(args, { home: job.home, cwd: job.dir });
    const asked = await campaign(job, [GOAL, '--task', job.task, '--approve', 'build,patch']);
    const gate = asked.lines.findLast(({ type }) => type === 'gate');
    expect([asked.code, gate?.scope, gate?.machine]).toEqual([4, 'publish', 'delivery']);
    const [run = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
    const told = await of('tell', run, 'deploy it', '--json');
    expect([told.code, told.stderr]).toEqual([
      4,
      expect.stringContaining(`the delivery of ${run}, hears it`),
    ]);
    const ended = await of('resume', run, '--approve', 'all', '--json');
    expect([ended.code, reportOf(ended).outcome], ended.stderr).toEqual([0, 'COMPLETE']);
    const delivery = ended.lines.filter(
      ({ type, machine }) => type === 'transition' && machine === 'delivery',
    );
    expect(delivery.map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'COMMITTING → DONE',
      'DONE → REFINING',
      'REFINING → DONE',
    ]);
    expect(String(delivery.at(-1)?.reason)).toContain(`benchloop deliver ${run}-`);
    expect(reportOf(ended).goal).toBe(GOAL);
    const file = path.join(job.dir, 'told.cassette');
    expect((await of('show', run, '--cassette', file)).code).toBe(0);
    expect((await cli.run(['replay', file], { home: cli.freshHome() })).code).toBe(0);
  });
});

describe('what an earlier campaign left', () => {
  /** A campaign that is killed while the run that it dispatched is at work. */
  async function leave(job: Job): Promise<string> {
    const args = ['campaign', GOAL, '--task', job.task, '--approve', 'all', '--json'];
    const started = cli.start(args, { home: job.home, cwd: job.dir });
    await started.until('"to":"CODER_EXEC"');
    started.child.kill('SIGKILL');
    await started.ended;
    return runIds(job.home).sort((a, b) => a.length - b.length)[0] ?? '';
  }

  it('is offered, stays where the answer is no, and is gone on with where it is yes', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const left = await leave(job);
    const asked = await campaign(job, ['--approve', 'all']);
    expect(asked.code).toBe(4);
    const gate = asked.lines.find(({ type }) => type === 'gate');
    const second = String(gate?.run);
    const answered = (run: string, of: typeof gate, answer: string) =>
      cli.run(['answer', run, String(of?.gate), answer, '--code', String(of?.code)], { home: job.home });
    expect((await answered(second, gate, 'no')).code).toBe(0);
    expect((await cli.run(['resume', second, '--json'], { home: job.home })).code).toBe(0);
    const again = await campaign(job, ['--auto-resume', '--approve', 'all']);
    expect([again.code, reportOf(again).outcome, reportOf(again).goal]).toEqual([0, 'COMPLETE', 'resume']);
    expect(edgesOf(again).slice(0, 3)).toEqual([
      'BOOT → IDLE_PROBE_BD',
      'IDLE_PROBE_BD → RESUME_PLAN',
      'RESUME_PLAN → OBSERVE',
    ]);
    const runs = runIds(job.home).length;
    const back = await cli.run(['resume', left, '--json'], { home: job.home });
    expect([back.code, reportOf(back).outcome, reportOf(back).reason]).toEqual([
      1,
      'FAILED',
      `campaign ${reportOf(again).run} has taken up epic ${left}`,
    ]);
    expect(runIds(job.home)).toHaveLength(runs);
  });
});

describe('a campaign of mocks', () => {
  const FULL = { BENCHLOOP_FULL_MOCK: '1' };
  const mock = (home: string, role: string, outcome: string) => cli.run(['mock', role, outcome], { home });

  it('goes from BOOT to COMPLETE, says that it is made up, and leaves no task', async () => {
    const job = { home: cli.freshHome(), dir: cli.root };
    const ran = await campaign(job, [GOAL], FULL);
    expect([ran.code, reportOf(ran).is_mock, reportOf(ran).verdict]).toEqual([0, true, 'MOCK']);
    expect([edgesOf(ran)[0], edgesOf(ran).at(-1)]).toEqual(['BOOT → IDLE_PROBE_BD', 'COMPLETE → IDLE']);
    expect(JSON.parse((await cli.run(['tasks', '--json'], { home: job.home })).stdout)).toEqual({
      epics: [],
    });
  });

  it.each([
    ['RESEARCHER', 'RESEARCH_EVAL → PLAN_BASELINE', 'RESEARCH_EVAL → FAILED'],
    ['EXECUTOR', 'REVIEW_ACCEPT → CODER_HANDOFF', 'REVIEW_ACCEPT → FAILED'],
    ['REVIEWER', 'PLAN_REVIEW → PLAN_REVIEW', 'REVIEW_ACCEPT → FAILED'],
  ])('fails by its caps where the mock of %s is set to fail', async (role, again, end) => {
    const job = { home: cli.freshHome(), dir: cli.root };
    await mock(job.home, role, 'failure');
    const ran = await campaign(job, [GOAL], FULL);
    expect([ran.code, reportOf(ran).outcome]).toEqual([1, 'FAILED']);
    expect(edgesOf(ran)).toContain(end);
    expect(edgesOf(ran).filter((edge) => edge === again).length).toBeGreaterThanOrEqual(2);
  });

  it('is one only where its evidence is made up: other roles can be mocks, one by one', async () => {
    const job = believing(prepare(cli, { edits: TYPO }));
    const args = [GOAL, '--task', job.task, '--approve', 'all'];
    const ran = await campaign(job, args, { BENCHLOOP_MOCK_RESEARCHER: '1' });
    const { is_mock, verdict, outcome, children } = reportOf(ran);
    expect({ is_mock, verdict, outcome }).toEqual({ is_mock: false, verdict: null, outcome: 'COMPLETE' });
    expect(children.map(({ machine }) => machine)).toEqual(['delivery', 'firmware-loop']);
  });
});
