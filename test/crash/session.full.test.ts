import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandLine } from '../fixtures/loop/command-line.js';
import { killedAtEach, killedInTurn, undisturbed } from './chain.js';
import { session } from './play-session.js';
import { bundleCrashing, rounds } from './scene.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCrashing();
});
afterAll(() => cli.close());

describe('a session that is killed', () => {
  it('ends the same when it is killed at every journal point in turn, makes no call twice, and leaves the user’s repository alone', async () => {
    const { points, outcome } = await undisturbed(session(cli));
    expect(outcome).toMatchObject({
      code: 1,
      outcome: 'BLOCKED',
      steps: ['done', 'done', 'blocked'],
      touched: [],
    });
    const killed = await killedInTurn(session(cli));
    expect(killed.kills).toBeGreaterThanOrEqual(new Set(points).size);
    expect(killed.outcome).toEqual(outcome);
  });

  it.runIf(rounds > 1)('ends the same from every single journal point', async () => {
    expect(await killedAtEach(session(cli), await undisturbed(session(cli)))).toEqual([]);
  });
});
