import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/core.js';
import { SessionReportSchema } from '../../shared/session.js';
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

/** A tree that does not build: what a killed build leaves is noticed. */
const subject: Subject = { repository: (dir) => ringProject(dir, TYPO), task: {} };
const REQUEST = 'list files, and then list runs; build';

/** Begins the session, or goes on with the one that was begun. */
function goOn({ home, task }: Scene, env: Record<string, string> = {}): Promise<Ran> {
  const [run] = runIds(home);
  const args = run === undefined ? ['ask', REQUEST, '--task', task, '--approve', 'build'] : ['resume', run];
  return cli.start([...args, '--json'], { home, env }).ended;
}

function outcomeOf({ home, repo, before }: Scene, end: Ran) {
  const [run = ''] = runIds(home);
  const details = createCore({ home, resources: '', wasmDir: '', env: {} }).details(run);
  const report = SessionReportSchema.safeParse(end.lines.at(-1));
  if (!details.ok || !report.success) throw new Error(`no report: ${end.stdout.slice(-2000)}${end.stderr}`);
  const { outcome, calls, plan } = report.data;
  const after = fingerprint(repo);
  return {
    ...{ code: end.code, outcome },
    calls: calls.map(({ n, tool, status, tree }) => `${n} ${tool} ${status} ${tree}`),
    steps: plan?.steps.map(({ status }) => status),
    path: details.value.trace.map((t) => `${t.seq} ${t.from} ${t.event} ${t.to}`),
    touched: Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]),
  };
}

async function undisturbed() {
  const scene = openScene(cli, subject);
  const log = path.join(scene.dir, 'points.log');
  const outcome = outcomeOf(scene, await goOn(scene, { BENCHLOOP_CRASH_LOG: log }));
  const points = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  closeScene(scene);
  return { points, outcome };
}

/** Far more than a session has points: it does not get on any more. */
const MANY = 300;

describe('a session that is killed', () => {
  it('ends the same when it is killed at every journal point in turn, makes no call twice, and leaves the user’s repository alone', async () => {
    const { points, outcome } = await undisturbed();
    expect(outcome).toMatchObject({
      ...{ code: 1, outcome: 'BLOCKED', steps: ['done', 'done', 'blocked'], touched: [] },
    });
    const scene = openScene(cli, subject);
    const env = { BENCHLOOP_CRASH_SEEN: path.join(scene.dir, 'seen') };
    let kills = 0;
    let end = await goOn(scene, env);
    for (; end.signal === 'SIGKILL' && kills < MANY; kills += 1) end = await goOn(scene, env);
    expect(kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(outcomeOf(scene, end)).toEqual(outcome);
    closeScene(scene);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    const { points, outcome } = await undisturbed();
    const jobs = points.map((name, at) => async () => {
      const scene = openScene(cli, subject);
      const killed = await goOn(scene, { BENCHLOOP_CRASH_AT: String(at + 1) });
      if (killed.signal !== 'SIGKILL') return `point ${at + 1} (${name}) was not reached`;
      const now = outcomeOf(scene, await goOn(scene));
      closeScene(scene);
      const same = JSON.stringify(now) === JSON.stringify(outcome);
      return same ? null : `killed at point ${at + 1} (${name}): ${JSON.stringify(now)}`;
    });
    expect(await twoAtATime(jobs)).toEqual([]);
  });
});
