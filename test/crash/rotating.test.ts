import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CommandLine, runIds } from '../fixtures/loop/command-line.js';
import { killedInTurn, type Played, undisturbed } from './chain.js';
import { everyFew } from './chance.js';
import { campaign } from './play-campaign.js';
import { delivery } from './play-delivery.js';
import { firmwareLoop } from './play-firmware-loop.js';
import { roundtable } from './play-roundtable.js';
import { session } from './play-session.js';
import { placesOf } from './points.js';
import { bundleCrashing, misspelt, type Scene } from './scene.js';

// Kills at a few points of each machine, which the commit chooses: each has its turn. The full tier kills at all of them.

/** Of each machine. */
const KILLS = 6;

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

/** Kills a run at the points whose turn it is, each in a process of its own, and expects what an undisturbed one comes to. */
async function endsTheSame<S extends { home: string }, O>(played: Played<S, O>, expected: Partial<O>) {
  const { points, outcome } = await undisturbed(played);
  expect(outcome).toMatchObject(expected);
  const chosen = everyFew(placesOf(points), KILLS, inject('crashSeed'));
  const killed = await killedInTurn(played, chosen);
  expect(killed.outcome, chosen.join('; ')).toEqual(outcome);
  expect(killed.kills, chosen.join('; ')).toBe(chosen.length);
}

describe('a process that is killed with SIGKILL', () => {
  it('does not change what a run comes to, nor its delivery', async () => {
    const { open, ...run } = firmwareLoop(cli, misspelt);
    const played: Scene[] = [];
    const opening = async (): Promise<Scene> => {
      const scene = await open();
      played.push(scene);
      return scene;
    };
    const kept = { ...run, open: opening, close: () => undefined };
    await endsTheSame(kept, { code: 0, final_status: 'SUCCESS', left: [], touched: [] });
    // What was left alone is delivered and left alone, and what was killed is killed again.
    const converged = async () => {
      const { home = '', repo = '' } = played.shift() ?? {};
      return { home, repo, run: runIds(home)[0] ?? '' };
    };
    await endsTheSame(delivery(cli, converged), {
      ...{ code: 0, outcome: 'committed', commits: ['1'], touched: [], left: [] },
    });
  });

  it('does not change what a session comes to: no call is made twice', async () => {
    await endsTheSame(session(cli), { code: 1, outcome: 'BLOCKED', touched: [] });
  });

  it('does not change what a roundtable comes to', async () => {
    await endsTheSame(roundtable(cli), { code: 0, outcome: 'approved', touched: [] });
  });

  it('does not change what a campaign comes to: one run, one branch', async () => {
    await endsTheSame(campaign(cli), { code: 0, outcome: 'COMPLETE', runs: 2, branches: 1, touched: [] });
  });
});
