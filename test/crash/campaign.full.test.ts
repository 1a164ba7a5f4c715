import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { killedAtEach, killedInTurn, undisturbed } from './chain.js';
import { campaign } from './play-campaign.js';
import { bundleCrashing, rounds } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

describe('a campaign that is killed', () => {
  it('ends the same when it is killed at every journal point in turn: one run, one branch, nothing lost or done twice', async () => {
    const { points, outcome } = await undisturbed(campaign(cli));
    expect(outcome).toMatchObject({ code: 0, outcome: 'COMPLETE', runs: 2, branches: 1, touched: [] });
    const killed = await killedInTurn(campaign(cli));
    expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(killed.outcome).toEqual(outcome);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    expect(await killedAtEach(campaign(cli), await undisturbed(campaign(cli)))).toEqual([]);
  });
});
