import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/core.js';
import { CampaignReportSchema } from '../../shared/campaign.js';
import { type CommandLine, type Ran, runIds } from '../fixtures/loop/command-line.js';
import { ringProject, TYPO } from '../fixtures/loop/projects.js';
import { fingerprint } from '../unit/workspace/repositories.js';
import {
  bundleCrashing,
  closeScene,
  openScene,
  rounds,
  type Scene,
  type Subject,
  twoAtATime,
} from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const subject: Subject = { repository: (dir) => ringProject(dir, TYPO), task: {} };
const GOAL = 'make the ring tests pass and commit it';

/** The campaign's own id: the runs that it dispatches begin with it. */
const campaignIn = (home: string): string | undefined => runIds(home).sort((a, b) => a.length - b.length)[0];

/** Begins the campaign, or goes on with the one that was begun. */
function goOn({ home, task }: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const run = campaignIn(home);
  const args = run === undefined ? ['campaign', GOAL, '--task', task, '--approve', 'all'] : ['resume', run];
  return cli.start([...args, '--json'], { home, env: { BENCHLOOP_MOCK_RESEARCHER: '1', ...env } }).ended;
}

async function outcomeOf({ home, repo, before }: Scene, end: Ran) {
  const run = campaignIn(home) ?? '';
  const core = createCore({ home, resources: '', wasmDir: '', env: {} });
  const details = core.details(run);
  const report = CampaignReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { outcome, stages, children, items } = report.data;
  const tasks = await core.tasks('/');
  const after = fingerprint(repo);
  const isResult = (name: string): boolean => /^\.git\/(refs\/heads\/benchloop\/|objects\/)/.test(name);
  return {
    ...{ code: end.code, outcome, runs: runIds(home).length, children: children.length },
    stages: stages.map(
      ({ attempt, review }) => `${attempt} ${review.decision} ${review.accepted_claims.join()}`,
    ),
    items: items.map(({ status }) => status),
    stored: tasks.ok ? tasks.value.flatMap((epic) => epic.items.map(({ status }) => status)) : [],
    path: details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`),
    branches: Object.keys(after).filter((name) => /refs\/heads\/benchloop\/./.test(name)).length,
    touched: Object.keys({ ...before, ...after }).filter(
      (name) => before[name] !== after[name] && !isResult(name),
    ),
  };
}

async function undisturbed(env: Record<string, string> = {}) {
  const scene = openScene(cli, subject);
  const log = path.join(scene.dir, 'points.log');
  const outcome = await outcomeOf(scene, await goOn(scene, { ...env, BENCHLOOP_CRASH_LOG: log }));
  const points = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  closeScene(scene);
  return { points, outcome };
}

/** Far more than a campaign has points: it does not get on any more. */
const MANY = 1000;

describe('a campaign that is killed', () => {
  it('ends the same when it is killed at every journal point in turn: one run, one branch, nothing lost or done twice', async () => {
    const { points, outcome } = await undisturbed();
    expect(outcome).toMatchObject({ code: 0, outcome: 'COMPLETE', runs: 2, branches: 1, touched: [] });
    const scene = openScene(cli, subject);
    const env = { BENCHLOOP_CRASH_SEEN: path.join(scene.dir, 'seen') };
    let kills = 0;
    let end = await goOn(scene, env);
    for (; end.signal === 'SIGKILL' && kills < MANY; kills += 1) end = await goOn(scene, env);
    expect(kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(await outcomeOf(scene, end)).toEqual(outcome);
    closeScene(scene);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    const { points, outcome } = await undisturbed();
    const jobs = points.map((name, at) => async () => {
      const scene = openScene(cli, subject);
      const killed = await goOn(scene, { BENCHLOOP_CRASH_AT: String(at + 1) });
      if (killed.signal !== 'SIGKILL') return `point ${at + 1} (${name}) was not reached`;
      const now = await outcomeOf(scene, await goOn(scene));
      closeScene(scene);
      const same = JSON.stringify(now) === JSON.stringify(outcome);
      return same ? null : `killed at point ${at + 1} (${name}): ${JSON.stringify(now)}`;
    });
    expect(await twoAtATime(jobs)).toEqual([]);
  });
});
