import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { ON_QEMU, TYPO, targetProject } from '../fixtures/loop/projects.js';
import { killedAtEach, killedInTurn, undisturbed } from './chain.js';
import { difference } from './difference.js';
import { firmwareLoop } from './play-firmware-loop.js';
import { alsoOnQemu, bundleCrashing, misspelt, rounds, type Subject } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const onQemu: Subject = { repository: (dir) => targetProject(dir, TYPO), task: ON_QEMU };

const subjects = [
  { where: 'this computer', subject: misspelt },
  ...(alsoOnQemu ? [{ where: 'QEMU', subject: onQemu }] : []),
];

describe('a run that is killed', () => {
  it.concurrent.each(subjects)(
    'ends the same when it is killed at every journal point in turn, on $where',
    async ({ subject }) => {
      const { points, outcome } = await undisturbed(firmwareLoop(cli, subject));
      expect(outcome).toMatchObject({ code: 0, final_status: 'SUCCESS', left: [], touched: [] });
      const killed = await killedInTurn(firmwareLoop(cli, subject));
      expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
      expect(difference('at every point', outcome, killed.outcome)).toBeNull();
    },
  );

  describe.runIf(rounds > 1).each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i', () => {
    it.each(subjects)('ends the same from every single journal point, on $where', async ({ subject }) => {
      const played = firmwareLoop(cli, subject);
      expect(await killedAtEach(played, await undisturbed(played))).toEqual([]);
    });
  });
});
