import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CommandLine, runIds } from '../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ON_QEMU, ringProject, TYPO, targetProject } from '../fixtures/loop/projects.js';
import { undisturbed } from './chain.js';
import { chance } from './chance.js';
import { difference } from './difference.js';
import { firmwareLoop, goOn, type Outcome, outcomeOf, startRun } from './play-firmware-loop.js';
import {
  alsoOnQemu,
  bundleCrashing,
  closeScene,
  misspelt,
  openScene,
  rounds,
  type Subject,
} from './scene.js';
import { twoAtATime } from './two-at-a-time.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

/** A process and all that descend from it, bubblewrap's and QEMU's included. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // it ended while we looked
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended before us
    }
  }
}

/** Kills the run, and after it twice what takes it up, each after a part of an undisturbed run's time. */
async function killedAfter(
  subject: Subject,
  delays: readonly number[],
  whole: boolean,
  expected: Outcome,
): Promise<string | null> {
  const scene = openScene(cli, subject);
  try {
    for (const ms of delays) {
      const [run] = runIds(scene.home);
      const started = run
        ? cli.start(['resume', run, '--json'], { home: scene.home })
        : startRun(cli, scene, {});
      await Promise.race([delay(ms), started.ended]);
      const pid = started.child.pid ?? 0;
      if (started.child.exitCode === null) killAll(whole ? processTree(pid) : [pid]);
      await started.ended;
    }
    const place = `after ${delays.map(Math.round).join(', ')} ms, ${whole ? 'whole tree' : 'alone'}`;
    return difference(place, expected, await outcomeOf(scene, await goOn(cli, scene)));
  } catch (error) {
    return `killed after ${delays.join(', ')} ms: ${error}`;
  } finally {
    closeScene(scene);
  }
}

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
        return () => killedAfter(subject, delays, i % 2 === 0, outcome);
      });
      expect(await twoAtATime(jobs)).toEqual([]);
    });
  },
);
