import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { killedAtEach, killedInTurn, undisturbed } from './chain.js';
import { roundtable } from './play-roundtable.js';
import { bundleCrashing, rounds } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

describe('a roundtable that is killed', () => {
  it('ends the same when it is killed at every journal point in turn, and leaves the user’s repository alone', async () => {
    const { points, outcome } = await undisturbed(roundtable(cli));
    expect(outcome).toMatchObject({ code: 0, outcome: 'approved', must_fix: [], touched: [] });
    const killed = await killedInTurn(roundtable(cli));
    expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(killed.outcome).toEqual(outcome);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    expect(await killedAtEach(roundtable(cli), await undisturbed(roundtable(cli)))).toEqual([]);
  });
});
