import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ON_QEMU, ringProject, TYPO, targetProject } from '../fixtures/loop/projects.js';
import { killedAfter } from './any-moment.js';
import { undisturbed } from './chain.js';
import { chance } from './chance.js';
import { firmwareLoop } from './play-firmware-loop.js';
import { alsoOnQemu, bundleCrashing, misspelt, rounds, type Subject } from './scene.js';
import { twoAtATime } from './two-at-a-time.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const onQemu: Subject = { repository: (dir) => targetProject(dir, TYPO), task: ON_QEMU };
const subjects: { where: string; subject: Subject; each: number }[] = [
  { where: 'this computer', subject: misspelt, each: 3 },
  {
    where: 'this computer, searching',
    subject: { repository: (dir) => ringProject(dir, OFF_BY_ONE), task: {} },
    each: 2,
  },
  ...(alsoOnQemu ? [{ where: 'QEMU', subject: onQemu, each: 3 }] : []),
];

describe.each(Array.from({ length: rounds }, (_, i) => i + 1))(
  'round %i: a run that is killed three times at any moment',
  (round) => {
    it.each(subjects)('ends the same on $where', async ({ where, subject, each }) => {
      const { outcome, durationMs } = await undisturbed(firmwareLoop(cli, subject));
      expect(outcome).toMatchObject({ code: 0, left: [], touched: [] });
      const draw = chance(inject('crashSeed'), `${round} ${where}`);
      const jobs = Array.from({ length: each }, (_, i) => {
        const delays = Array.from({ length: 3 }, () => 150 + draw() * durationMs);
        return () => killedAfter(cli, subject, { delays, whole: i % 2 === 0 }, outcome);
      });
      expect(await twoAtATime(jobs)).toEqual([]);
    });
  },
);
