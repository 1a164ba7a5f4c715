import { describe, expect, it } from 'vitest';
import { PROVIDER_OUTCOMES } from '../../../electron/machine/coordinator/events.js';
import type { CoordinatorWork } from '../../../electron/machine/coordinator/states.js';
import { coordinator } from '../../../electron/machine/coordinator/table.js';
import { expandRows } from '../../../electron/machine/define.js';
import { until } from '../../fixtures/errand-run.js';
import {
  asksForChanges,
  coded,
  type RoundtableOptions,
  type RoundtableRun,
  ran,
  reviewed,
  roundtableRun,
  testedBy,
} from '../../fixtures/roundtable-run.js';

const problem = { code: 'MODEL_FAILURE', message: 'a reply that nobody can read' } as const;
const WORK: CoordinatorWork[] = ['intake', 'plan', 'build', 'review', 'test', 'iterate'];

/** What leads into each state, so that a test can end it there. */
const into = (state: CoordinatorWork): RoundtableOptions['script'] =>
  state === 'iterate' ? { review: asksForChanges } : {};

async function ends(o: RoundtableOptions, outcome: string): Promise<RoundtableRun> {
  const run = roundtableRun(o);
  const end = await run.go();
  expect(end).toMatchObject({ kind: 'finished', ending: { status: outcome } });
  return run;
}

/** Every run that is told below; what they walked together is compared with the table. */
const walked = new Set<string>();
const walk = async (o: RoundtableOptions, outcome: string): Promise<RoundtableRun> => {
  const run = await ends(o, outcome);
  for (const edge of run.edges()) walked.add(edge);
  return run;
};

describe('the roundtable through the runner', () => {
  it('discusses a proposal, waits for the operator, and carries it out when that confirms it', async () => {
    const run = await walk({ mode: 'proposal' }, 'await_operator_confirm');
    expect(run.context()).toMatchObject({
      patch: 'draft',
      rounds: [{ mode: 'proposal', review: { decision: null } }],
    });
    run.followUp('go on', 'implementation');
    expect(await run.go()).toMatchObject({ ending: { status: 'approved', exit: 0 } });
    for (const edge of run.edges()) walked.add(edge);
    expect(run.context()).toMatchObject({ messages: [{ text: 'go on' }], patch: 'patch 1' });
    expect(run.context().rounds).toHaveLength(2);
  });

  it('completes a discussion that has nothing to confirm', async () => {
    const none = () =>
      ({ type: 'roundtable_reviewer', reason: 'nothing', evidence: [], ...coded('') }) as const;
    const run = await walk({ mode: 'proposal', script: { plan: none } }, 'discussion_complete');
    expect(run.context().patch).toBeNull();
  });

  it('takes what review and tests ask for into the next round, and approves what passes', async () => {
    const review: NonNullable<RoundtableOptions['script']>['review'] = (ctx, io) =>
      ctx.round === 1
        ? asksForChanges(ctx, io)
        : { type: 'review_approved', reason: 'good', evidence: [], review: reviewed('approve') };
    const test: NonNullable<RoundtableOptions['script']>['test'] = (ctx, io) =>
      testedBy(ran(ctx.round === 2 ? 'failed' : 'passed', 'make', 'check'))(ctx, io);
    const run = await walk({ script: { review, test } }, 'approved');
    const { rounds, must_fix, patch } = run.context();
    expect(rounds.map((round) => round.must_fix.map(({ command }) => command))).toEqual([
      [null],
      [['make', 'check']],
      [],
    ]);
    expect(rounds[1]?.must_fix[0]?.output).toBe('make check: error');
    expect({ must_fix, patch }).toEqual({ must_fix: [], patch: 'patch 3' });
    const retries = run.read((journal) => {
      const trace = journal.trace();
      return trace.ok
        ? trace.value.filter(({ to }) => to === 'build').map((t) => [t.retry_count, t.retry_reason])
        : [];
    });
    expect(retries).toEqual([
      [0, null],
      [1, 'review_changes_requested'],
      [2, 'tests_failed'],
    ]);
  });

  it('ends on a review that nobody can read, and goes on from a tester that nobody can read', async () => {
    const bad = { reason: 'bad', evidence: [], problem };
    await walk(
      { script: { review: () => ({ type: 'review_schema_invalid', ...bad }) } },
      'review_schema_invalid',
    );
    const run = await walk(
      { maxRounds: 2, script: { test: () => ({ type: 'tester_schema_invalid', ...bad }) } },
      'tester_schema_invalid',
    );
    expect(run.context().round).toBe(2);
  });

  it('ends at once on blocked commands and on one that fails again, where no code is to blame', async () => {
    await walk({ script: { test: testedBy(ran('blocked', 'curl')) } }, 'tester_command_blocked');
    const run = await walk({ script: { test: testedBy(ran('failed', 'make')) } }, 'repeated_test_failure');
    expect(run.context().round).toBe(2);
  });

  it('says what its rounds ended on', async () => {
    const other: NonNullable<RoundtableOptions['script']>['test'] = (ctx, io) =>
      testedBy(ran('failed', 'make', `round-${ctx.round}`))(ctx, io);
    const failing = await walk({ maxRounds: 3, script: { test: other } }, 'test_failed');
    expect(failing.context().rounds).toHaveLength(3);
    const refused = await walk({ script: { review: asksForChanges } }, 'max_iterations_reached');
    expect(refused.context().rounds).toHaveLength(5);
  });

  it.each(WORK.flatMap((state) => PROVIDER_OUTCOMES.map((type) => ({ state, type }))))(
    'ends with $type from $state',
    async ({ state, type }) => {
      const end = () => ({ type, reason: 'no answer', evidence: [], problem });
      await walk({ script: { ...into(state), [state]: end } }, type);
    },
  );

  it.each(WORK)(
    'ends from %s on what an effect throws, on a loop that is exhausted, in time, and on an abort',
    async (state) => {
      const thrown = (): never => {
        throw new Error('a bug');
      };
      await walk({ script: { ...into(state), [state]: thrown } }, 'exception');
      const out = () =>
        ({
          type: 'max_iterations_reached',
          reason: 'nothing left',
          evidence: [],
          nothing_left: true,
        }) as const;
      await walk({ script: { ...into(state), [state]: out } }, 'max_iterations_reached');
      const hang: NonNullable<RoundtableOptions['script']>['test'] = (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('left')), { once: true });
        });
      await walk({ hurried: state, script: { ...into(state), [state]: hang } }, 'timeout');
      const run = roundtableRun({ script: { ...into(state), [state]: hang } });
      const handle = await run.start({ attended: true });
      await until(() =>
        run.read((journal) => {
          const at = journal.snapshot();
          return at.ok && at.value.state === state;
        }),
      );
      handle.abort('enough');
      expect(await handle.end).toMatchObject({ ending: { status: 'canceled', exit: 3, reason: 'enough' } });
      for (const edge of run.edges()) walked.add(edge);
    },
  );

  it('does not let a proposal into the implementation, nor the other way round', async () => {
    const wrong = () => ({ type: 'start_coder', reason: 'no', evidence: [] }) as const;
    const run = roundtableRun({ mode: 'proposal', script: { plan: wrong } });
    expect(await run.go()).toMatchObject({ ending: { status: 'exception' } });
    const draft = () => ({ type: 'draft_proposal', reason: 'no', evidence: [] }) as const;
    expect(await roundtableRun({ script: { intake: draft } }).go()).toMatchObject({
      ending: { status: 'exception' },
    });
  });

  it('has walked every row of the table', () => {
    const rows = expandRows(coordinator).map(({ from, on, to }) => `${from} ${on} ${to}`);
    expect(rows.filter((row) => !walked.has(row))).toEqual([]);
  });
});
