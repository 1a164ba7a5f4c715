import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, runIds } from '../fixtures/loop/command-line.js';
import { ringProject, TYPO } from '../fixtures/loop/projects.js';
import {
  bundleCrashing,
  closeScene,
  difference,
  goOn,
  openScene,
  outcomeOf,
  type Subject,
  startRun,
  undisturbed,
} from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

/** Its program is there, and no program yet, for as long as it takes to look for it. */
const slowlyLinked: Subject = {
  repository: (dir) =>
    ringProject(dir, {
      ...TYPO,
      Makefile: ['\t$(CC)', '\tprintf half > $@ && chmod +x $@ && sleep 2\n\t$(CC)'],
    }),
  task: {},
};

it('builds anew what a killed build has left half-written', async () => {
  const { outcome } = await undisturbed(cli, slowlyLinked);
  const scene = openScene(cli, slowlyLinked);
  try {
    const begun = startRun(cli, scene, {});
    const program = () => path.join(scene.home, 'runs', runIds(scene.home)[0] ?? '-', 'clone', 'build/run');
    while (begun.child.exitCode === null && !existsSync(program())) await delay(10);
    begun.child.kill('SIGKILL');
    await begun.ended;
    expect(difference('in its build', outcome, await outcomeOf(scene, await goOn(cli, scene)))).toBeNull();
  } finally {
    closeScene(scene);
  }
});
