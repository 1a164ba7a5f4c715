import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { ON_QEMU, ringProject, TYPO, targetProject } from '../fixtures/loop/projects.js';
import {
  bundleCrashing,
  closeScene,
  difference,
  goOn,
  type Outcome,
  openScene,
  outcomeOf,
  type Subject,
  startRun,
  twoAtATime,
  undisturbed,
} from './scene.js';

const rounds = Number(process.env.BENCHLOOP_CRASH_ROUNDS ?? 1);

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

/** Killed again and again, each process at the n-th fault point that it comes by, then left alone. */
async function killedAgain(n: number, expected: Outcome): Promise<string | null> {
  const scene = openScene(cli, onHost);
  try {
    let end = await startRun(cli, scene, { BENCHLOOP_CRASH_AT: String(n) }).ended;
    for (let i = 0; i < 40 && end.signal === 'SIGKILL'; i += 1) end = await goOn(cli, scene);
    return difference(`every ${n} points`, expected, await outcomeOf(scene, end));
  } finally {
    closeScene(scene);
  }
}

describe.each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i: a run that is killed', () => {
  it('ends the same from every journal point, on this computer', async () => {
    const { points, outcome } = await undisturbed(cli, onHost);
    expect(outcome).toMatchObject({ code: 0, final_status: 'SUCCESS', left: [], touched: [] });
    expect(points.length).toBeGreaterThan(40);
    const jobs = points.map((name, i) => () => killedAt(onHost, i + 1, name, outcome));
    expect(await twoAtATime(jobs)).toEqual([]);
  });

  it('ends the same however often, as long as it gets on between', async () => {
    const { outcome } = await undisturbed(cli, onHost);
    const jobs = [9, 14, 23].map((n) => () => killedAgain(n, outcome));
    expect(await twoAtATime(jobs)).toEqual([]);
  });

  it('ends the same from the journal points of build and test, on QEMU', async () => {
    const { points, outcome } = await undisturbed(cli, onQemu);
    expect(outcome).toMatchObject({ code: 0, final_status: 'SUCCESS', left: [], touched: [] });
    const all = points.map((name, i) => ({ name, n: i + 1 }));
    const chosen = rounds > 1 ? all : all.filter(({ name }) => /session|child/.test(name));
    const jobs = chosen.map(
      ({ name, n }) =>
        () =>
          killedAt(onQemu, n, name, outcome),
    );
    expect(await twoAtATime(jobs)).toEqual([]);
  });
});
