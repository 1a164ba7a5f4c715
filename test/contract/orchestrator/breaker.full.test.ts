import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CampaignReportSchema } from '../../../shared/campaign.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { OFF_BY_ONE, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { FOUND_SOON, type Job, prepare } from '../loop/workshop.js';

const GOAL = 'make them pass';
const QUICK = { BENCHLOOP_MOCK_RESEARCHER: '1' };

let cli: CommandLine;
let job: Job;
let other: Job;
let campaign: string;
let failed: Ran;
const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home: job.home, cwd: job.dir, env: QUICK });
const report = () => CampaignReportSchema.parse(failed.lines.at(-1));
const policy = (text: string): void => writeFileSync(path.join(job.home, 'policy.yaml'), text);
const gone = (): string => path.join(job.dir, 'sdk');

/** Starts a command, and kills it with SIGKILL while the run that it dispatched builds. */
async function killedAtBuild(...args: string[]): Promise<void> {
  const started = cli.start([...args, '--approve', 'all', '--json'], {
    home: job.home,
    cwd: job.dir,
    env: QUICK,
  });
  await started.until('"to":"BUILD_RUN"');
  started.child.kill('SIGKILL');
  await started.ended;
}

/** What a disk does to a file. */
function damage(run: string): void {
  const dir = path.join(job.home, 'runs', run);
  for (const name of readdirSync(dir).filter((one) => /-(wal|shm)$/.test(one))) rmSync(path.join(dir, name));
  const [journal = ''] = readdirSync(dir).filter((one) => one.startsWith('journal'));
  writeFileSync(path.join(dir, journal), 'no database '.repeat(1000));
}

const dispatchedIn = (): string[] =>
  runIds(job.home).filter((run) => run !== campaign && run.startsWith(campaign));

beforeAll(async () => {
  cli = await bundleCommandLine();
  job = prepare(cli, { edits: OFF_BY_ONE, parts: { goal: 'the first', constraints: FOUND_SOON } });
  other = prepare(cli, { edits: TYPO, parts: { goal: 'the other' } });
  const behind = writeTask(path.join(job.dir, 'behind.yaml'), './fw', { goal: 'the one behind' });
  mkdirSync(job.home, { recursive: true });
  // nothing is as sure as that: its run is refuted
  policy('successConfidence: 0.99\n');
  await killedAtBuild('campaign', GOAL, '--task', job.task, '--task', behind, '--task', other.task);
  [campaign = ''] = runIds(job.home).sort((a, b) => a.length - b.length);
  // the first failed dispatch: the journal of its run is damaged; the second run is killed in the middle
  damage(dispatchedIn()[0] ?? '');
  await killedAtBuild('resume', campaign);
  const asked = await cmd('resume', campaign, '--approve', 'all', '--json');
  expect(asked.code, asked.stderr).toBe(4);
  const gate = asked.lines.findLast(({ type, run }) => type === 'gate' && run === campaign);
  expect(inEnglish(gate?.subject as string)).toContain('dispatches of “the first” that failed: 1 of 3');
  await cmd('answer', campaign, String(gate?.gate), 'keep', '--code', String(gate?.code));
  // the others: a folder that builds need has gone
  policy(`successConfidence: 0.99\nsdk: [${gone()}]\n`);
  failed = await cmd('resume', campaign, '--approve', 'all', '--json');
}, 400_000);
afterAll(() => cli?.close());

describe('a task whose dispatch fails three times', () => {
  it('ends the campaign, counted over a retry, kill -9, a question and a new plan, and over a run that worked', () => {
    expect([failed.code, report().outcome]).toEqual([1, 'FAILED']);
    expect(inEnglish(report().reason)).toBe('3 dispatches of “the first” failed');
    expect(report().stages.map(({ review }) => review.decision)).toEqual([
      'retry',
      'replan',
      'retry',
      'retry',
    ]);
  });

  it('is named with each failure by its own reason, what to do, and what is left', async () => {
    const { items, next_steps } = report();
    expect(items.map(({ title, status }) => [title, status])).toEqual([
      ['the first', 'blocked'],
      ['the one behind', 'open'],
      ['the other', 'open'],
    ]);
    const failures = items[0]?.failed_dispatches ?? [];
    expect(failures.map(({ attempt, problem }) => [attempt, problem.code])).toEqual([
      [1, 'JOURNAL_CORRUPT'],
      [3, 'SDK_REFUSED'],
      [4, 'SDK_REFUSED'],
    ]);
    const [again, goOn, full] = next_steps.map(inEnglish).slice(-3);
    expect(again).toContain('begin “the first” again, with what waits for it (“the one behind”)');
    expect(again).toContain(`--task ${job.task} --task ${path.join(job.dir, 'behind.yaml')}`);
    expect(goOn).toBe('still to do: “the other”; to go on: benchloop campaign');
    expect(full).toBe(`full report: benchloop show ${campaign} --html report.html`);
  });

  it('is told in the terminal in both languages, in HTML and in JUnit', async () => {
    const [html, junit] = [path.join(job.dir, 'c.html'), path.join(job.dir, 'c.xml')];
    const shown = await cmd('show', campaign, '--html', html, '--junit', junit);
    const chinese = await cmd('show', campaign, '--lang', 'zh-CN');
    expect(shown.stdout).toContain('Failed dispatches');
    expect(shown.stdout).toContain('What to do next');
    expect(chinese.stdout).toContain('失败的派发');
    expect(chinese.stdout).toContain('下一步');
    for (const told of [
      shown.stdout,
      chinese.stdout,
      readFileSync(html, 'utf8'),
      readFileSync(junit, 'utf8'),
    ]) {
      expect(told.split(gone()).length).toBeGreaterThan(2);
      expect(told).toContain('the first');
    }
  });

  it('leaves the tasks that do not wait for it to the next campaign', async () => {
    policy('successConfidence: 0\n');
    const ran = await cmd('campaign', '--auto-resume', '--approve', 'all', '--json');
    const next = CampaignReportSchema.parse(ran.lines.at(-1));
    expect([ran.code, next.outcome]).toEqual([0, 'COMPLETE']);
    expect(next.stages.map(({ title }) => title)).toEqual(['the other']);
  });
});
