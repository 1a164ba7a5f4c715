import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { converged } from '../fixtures/delivery-scene.js';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { killedInTurn, undisturbed } from './chain.js';
import { delivery } from './play-delivery.js';
import { bundleCrashing } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

describe('a delivery that is killed', () => {
  it('at every journal point in turn ends the same: one commit, made once, and nothing else of the user’s touched', async () => {
    const played = delivery(cli, () => converged(cli));
    const { points, outcome } = await undisturbed(played);
    expect(outcome).toMatchObject({
      ...{ code: 0, outcome: 'committed', commits: ['1'], touched: [], left: [] },
    });
    expect(points.some((name) => name.includes('.commit'))).toBe(true);
    expect(points.some((name) => name.includes('.branch'))).toBe(true);
    const killed = await killedInTurn(played);
    expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(killed.outcome).toEqual(outcome);
  });
});
