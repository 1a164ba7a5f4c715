import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { ON_QEMU, ringProject, TYPO, targetProject } from '../fixtures/loop/projects.js';
import {
  alsoOnQemu,
  bundleCrashing,
  closeScene,
  difference,
  goOn,
  type Outcome,
  openScene,
  outcomeOf,
  rounds,
  type Subject,
  startRun,
  twoAtATime,
  undisturbed,
} from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const onHost: Subject = { repository: (dir) => ringProject(dir, TYPO), task: {} };
const onQemu: Subject = { repository: (dir) => targetProject(dir, TYPO), task: ON_QEMU };

/** Killed at the n-th fault point of its first process, then resumed to the end. */
async function killedAt(
  subject: Subject,
  n: number,
  name: string,
  expected: Outcome,
): Promise<string | null> {
  const scene = openScene(cli, subject);
  try {
    const killed = await startRun(cli, scene, { BENCHLOOP_CRASH_AT: String(n) }).ended;
    if (killed.signal !== 'SIGKILL') return `point ${n} (${name}) was not reached`;
    return difference(`at point ${n} (${name})`, expected, await outcomeOf(scene, await goOn(cli, scene)));
  } catch (error) {
    return `killed at point ${n} (${name}): ${error}`;
  } finally {
    closeScene(scene);
  }
}

/** One run, and each process that drives it is killed at the first point that none was killed at before. */
async function killedAtEach(subject: Subject): Promise<{ kills: number; outcome: Outcome }> {
  const scene = openScene(cli, subject);
  const env = { BENCHLOOP_CRASH_SEEN: path.join(scene.dir, 'seen') };
  try {
    let kills = 0;
    let end = await goOn(cli, scene, env);
    for (; end.signal === 'SIGKILL' && kills < MANY; kills += 1) end = await goOn(cli, scene, env);
    return { kills, outcome: await outcomeOf(scene, end) };
  } finally {
    closeScene(scene);
  }
}

/** Far more than a run has points: it does not get on any more. */
const MANY = 500;

const subjects = [
  { where: 'this computer', subject: onHost },
  ...(alsoOnQemu ? [{ where: 'QEMU', subject: onQemu }] : []),
];

describe('a run that is killed', () => {
  it.concurrent.each(subjects)(
    'ends the same when it is killed at every journal point in turn, on $where',
    async ({ subject }) => {
      const { points, outcome } = await undisturbed(cli, subject);
      expect(outcome).toMatchObject({ code: 0, final_status: 'SUCCESS', left: [], touched: [] });
      const killed = await killedAtEach(subject);
      expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
      expect(difference('at every point', outcome, killed.outcome)).toBeNull();
    },
  );

  describe.runIf(rounds > 1).each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i', () => {
    it.each(subjects)('ends the same from every single journal point, on $where', async ({ subject }) => {
      const { points, outcome } = await undisturbed(cli, subject);
      const jobs = points.map((name, i) => () => killedAt(subject, i + 1, name, outcome));
      expect(await twoAtATime(jobs)).toEqual([]);
    });
  });
});
