import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { difference } from './difference.js';
import { goOn, type Outcome, outcomeOf, startRun } from './play-firmware-loop.js';
import { bundleCrashing, closeScene, misspelt, openScene, rounds, type Scene } from './scene.js';
import { twoAtATime } from './two-at-a-time.js';

/** Git commands that change the run's clone or the user's repository; the last ones once in every run of the tests. */
const CHANGES = /(?:^| )(?:init|read-tree|update-ref|update-index|commit-tree|checkout-index)(?: |$)/;
const PATCHES =
  / (?:commit-tree|read-tree --reset (?:HEAD|-u \w+ \w+)|update-ref (?:--no-deref|--create-reflog)) ?/;
const chosen = rounds > 1 ? CHANGES : PATCHES;

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

const realGit = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
const stepsFile = (scene: Scene): string => path.join(scene.dir, 'steps.log');
const killFile = (scene: Scene): string => path.join(scene.dir, 'kill');

/**
 * A `git` that ends the process which calls it, with SIGKILL, before or after one command (`before 2 commit-tree …`: the
 * second time): the steps that lie between two records of the journal. Commands are known by what they say, without what
 * is another one in each run, and not by their number: some run beside others. What it is to do stands in it and in a
 * file: git gets next to nothing of the environment.
 */
function murderousGit(scene: Scene, kill: string): string {
  const folder = path.join(scene.dir, 'shim', 'bin');
  const words = [
    `s#${scene.home}#HOME#g`,
    's/[0-9]{8}-[0-9]{6}-[0-9a-f]{4}/RUN/g',
    's/[0-9a-f]{12,40}/HASH/g',
    's#benchloop-[A-Za-z0-9]{6}/#TEMPORARY/#g',
  ];
  const [steps, killed] = [stepsFile(scene), killFile(scene)];
  const script = [
    '#!/bin/sh',
    `step=$(echo "$*" | tr '\\n' ' ' | sed -E '${words.join('; ')}')`,
    `echo "$step" >> '${steps}'`,
    `time=$(grep -cxF -e "$step" '${steps}')`,
    `[ "$(cat '${killed}')" = "before $time $step" ] && kill -9 "$PPID" $$`,
    `'${realGit}' "$@"`,
    'code=$?',
    `[ "$(cat '${killed}')" = "after $time $step" ] && kill -9 "$PPID" $$`,
    'exit $code',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(killed, kill);
  writeFileSync(path.join(folder, 'git'), `${script.join('\n')}\n`, { mode: 0o755 });
  return folder;
}

const startWithShim = (scene: Scene, kill: string) =>
  startRun(cli, scene, { PATH: `${murderousGit(scene, kill)}${path.delimiter}${process.env.PATH}` });

/** The git commands of an undisturbed run, and how it ends. */
async function countSteps(): Promise<{ steps: string[]; outcome: Outcome }> {
  const scene = openScene(cli, misspelt);
  const end = await startWithShim(scene, 'never').ended;
  const steps = readFileSync(stepsFile(scene), 'utf8').split('\n').slice(0, -1);
  const outcome = await outcomeOf(scene, end);
  closeScene(scene);
  return { steps, outcome };
}

async function killedAround(kill: string, expected: Outcome): Promise<string | null> {
  const place = `${kill.slice(0, 9)}… (git ${kill.slice(-80)})`;
  const scene = openScene(cli, misspelt);
  try {
    const killed = await startWithShim(scene, kill).ended;
    if (killed.signal !== 'SIGKILL') return `${place} was not reached`;
    return difference(place, expected, await outcomeOf(scene, await goOn(cli, scene)));
  } catch (error) {
    return `killed ${place}: ${error}`;
  } finally {
    closeScene(scene);
  }
}

describe.each(Array.from({ length: rounds }, (_, i) => i + 1))('round %i: a run that is killed', () => {
  it('ends the same from before and after every git command that changes something', async () => {
    const { steps, outcome } = await countSteps();
    expect(outcome).toMatchObject({ code: 0, left: [], touched: [] });
    const nth = (step: string, i: number) => steps.slice(0, i + 1).filter((one) => one === step).length;
    const jobs = steps.flatMap((step, i) =>
      chosen.test(step)
        ? ['before', 'after'].map((when) => () => killedAround(`${when} ${nth(step, i)} ${step}`, outcome))
        : [],
    );
    expect(jobs.length).toBeGreaterThanOrEqual(10);
    expect(await twoAtATime(jobs)).toEqual([]);
  });
});
