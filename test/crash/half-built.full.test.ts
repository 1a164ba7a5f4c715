import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, runIds } from '../fixtures/loop/command-line.js';
import { ringProject, TYPO } from '../fixtures/loop/projects.js';
import { undisturbed } from './chain.js';
import { difference } from './difference.js';
import { firmwareLoop, goOn, outcomeOf, startRun } from './play-firmware-loop.js';
import { bundleCrashing, closeScene, openScene, type Subject } from './scene.js';

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

/** Its test is a program that `make` builds when it is run, in the same slow way. */
const builtByItsTest: Subject = {
  repository: (dir) =>
    ringProject(dir, {
      ...TYPO,
      Makefile: [
        'clean:',
        [
          'check: build/check',
          '\tbuild/check\n',
          'build/check: build/run',
          '\tprintf half > $@ && chmod +x $@ && sleep 2',
          '\tcp build/run $@\n',
          'clean:',
        ].join('\n'),
      ],
    }),
  task: { test: { command: ['make', '--silent', 'check'] } },
};

it.each([
  ['build', slowlyLinked, 'build/run'],
  ['test', builtByItsTest, 'build/check'],
])('builds anew what a killed %s has left half-written', async (place, subject, program) => {
  const { outcome } = await undisturbed(firmwareLoop(cli, subject));
  const scene = openScene(cli, subject);
  try {
    const begun = startRun(cli, scene, {});
    const file = () => path.join(scene.home, 'runs', runIds(scene.home)[0] ?? '-', 'clone', program);
    while (begun.child.exitCode === null && !existsSync(file())) await delay(10);
    begun.child.kill('SIGKILL');
    await begun.ended;
    const resumed = await outcomeOf(scene, await goOn(cli, scene));
    expect(difference(`in its ${place}`, outcome, resumed)).toBeNull();
  } finally {
    closeScene(scene);
  }
});
