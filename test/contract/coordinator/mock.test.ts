import { describe, expect, it } from 'vitest';
import { mockOutcomeOf, setMock } from '../../../electron/agents/mock/mock.js';
import type { CoordinatorBench } from '../../../electron/effects/coordinator/bench.js';
import { build } from '../../../electron/effects/coordinator/build.js';
import { iterate } from '../../../electron/effects/coordinator/iterate.js';
import { review } from '../../../electron/effects/coordinator/review.js';
import { test } from '../../../electron/effects/coordinator/test.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import type { CoordinatorContext } from '../../../electron/machine/coordinator/context.js';
import type { Role } from '../../../shared/role.js';
import type { RoundtableMode } from '../../../shared/roundtable.js';
import { tempDir } from '../../fixtures/firmware-run.js';
import { roundtableRun } from '../../fixtures/roundtable-run.js';

/** A roundtable of mocks whose outcomes a person sets: the runner, the effects and the table are the product's. */
async function mocks(first: Partial<Record<Role, 'failure'>>, between?: Role, mode?: RoundtableMode) {
  const home = tempDir();
  for (const [role, outcome] of Object.entries(first)) await setMock(home, role as Role, outcome);
  const bench = {
    models: { provider: () => 'mock' },
    isFailing: (role: Role) => mockOutcomeOf(home, role) === 'failure',
    loop: { loaded: { repoRoot: home, task: { checks: { lint: [], unit: [] } } } },
  } as unknown as CoordinatorBench;
  const run = roundtableRun(
    {
      ...(mode && { mode }),
      maxRounds: 3,
      script: {
        build: (ctx, io) => build(ctx, bench, io),
        review: (ctx, io) => review(ctx, bench, io),
        test: (ctx, io) => test(ctx, bench, io),
        // the run is under way: from the second round on the mock does otherwise
        iterate: async (ctx: CoordinatorContext, io: EffectIo) => {
          if (between) await setMock(home, between, 'success');
          return iterate(ctx, bench, io);
        },
      },
    },
    home,
  );
  const end = await run.go();
  return { end, run, said: JSON.stringify(run.context().rounds) };
}

const endsWith = (status: string) => ({ kind: 'finished', ending: { status } });

describe('a mock of a roundtable', () => {
  it('agrees, marked as a mock, where nothing is set', async () => {
    const { end, said } = await mocks({});
    expect(end).toMatchObject(endsWith('approved'));
    expect(said).toContain('MOCK');
  });

  it('that plays the coder and is set to fail has nothing to propose', async () => {
    const { end, run } = await mocks({ CODER: 'failure' });
    expect(end).not.toMatchObject(endsWith('approved'));
    expect(run.edges().at(-1)).toBe('build max_iterations_reached finalize');
  });

  it('that plays the reviewer and is set to fail asks for changes in every round', async () => {
    const { end, said } = await mocks({ REVIEWER: 'failure' });
    expect(end).toMatchObject(endsWith('max_iterations_reached'));
    expect(said).toContain('the mock of {1} is set to fail');
  });

  it('that plays the tester and is set to fail has a test fail, again and again', async () => {
    const { end } = await mocks({ TESTER: 'failure' });
    expect(end).toMatchObject(endsWith('repeated_test_failure'));
  });

  it.each(['REVIEWER', 'TESTER'] as const)(
    '%s is set to succeed in a run that is under way',
    async (role) => {
      const { end, run } = await mocks({ [role]: 'failure' }, role);
      expect(end).toMatchObject(endsWith('approved'));
      expect(run.context().rounds).toHaveLength(2);
    },
  );

  it('only says that it is set to fail in a discussion, where nobody decides', async () => {
    const { run, said } = await mocks({ REVIEWER: 'failure' }, undefined, 'proposal');
    expect(run.context().rounds).toMatchObject([{ review: { decision: null, must_fix: [] } }]);
    expect(said).toContain('is set to fail');
  });
});
