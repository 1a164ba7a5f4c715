import { describe, expect, it } from 'vitest';
import { Crash, crashAt } from '../../fixtures/crash-at.js';
import { value } from '../../fixtures/firmware-run.js';
import {
  asksForChanges,
  type RoundtableOptions,
  type RoundtableRun,
  ran,
  reviewed,
  roundtableRun,
  testedBy,
} from '../../fixtures/roundtable-run.js';

/** A review that asks for changes, a test that fails, a round that passes; then a follow-up. */
const script: RoundtableOptions['script'] = {
  review: (ctx, io) =>
    ctx.round === 1
      ? asksForChanges(ctx, io)
      : { type: 'review_approved', reason: 'good', evidence: [], review: reviewed('approve') },
  test: (ctx, io) => testedBy(ran(ctx.round === 2 ? 'failed' : 'passed', 'make', 'check'))(ctx, io),
};

const begun = (mode: 'proposal' | 'implementation', world: string[]): RoundtableRun =>
  roundtableRun({ mode, world, ...(mode === 'implementation' && { script }) });

async function goUntilCrash(run: RoundtableRun, fault: (name: string) => void): Promise<void> {
  try {
    await run.go(fault);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

const OUTCOMES = { proposal: 'await_operator_confirm', implementation: 'approved' } as const;

describe.each(['proposal', 'implementation'] as const)(
  'a crash at any write of a roundtable (%s)',
  (mode) => {
    it('is made up for by resuming: same transitions, same end, each test counted once', async () => {
      const count = crashAt(Number.POSITIVE_INFINITY);
      const whole = begun(mode, []);
      await whole.go(count.fault);
      const [edges, context] = [whole.edges(), whole.context()];
      expect(count.passed.length).toBeGreaterThan(8);
      for (let n = 0; n < count.passed.length; n += 1) {
        const world: string[] = [];
        const run = begun(mode, world);
        await goUntilCrash(run, crashAt(n).fault);
        const resumed = await run.go();
        expect(resumed, count.passed[n]).toMatchObject({
          kind: 'finished',
          ending: { status: OUTCOMES[mode] },
        });
        expect(run.edges(), count.passed[n]).toEqual(edges);
        expect(run.context(), count.passed[n]).toEqual(context);
        const tests = edges.filter((edge) => edge.startsWith('test ')).length;
        expect(new Set(world).size, count.passed[n]).toBe(tests);
      }
    }, 120_000);
  },
);

describe('a crash at any write of a follow-up', () => {
  it('uses the operator’s words once', async () => {
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = begun('proposal', []);
    await whole.go();
    whole.followUp('go on', 'implementation');
    await whole.go(count.fault);
    const edges = whole.edges();
    for (let n = 0; n < count.passed.length; n += 1) {
      const run = begun('proposal', []);
      await run.go();
      run.followUp('go on', 'implementation');
      await goUntilCrash(run, crashAt(n).fault);
      expect(await run.go(), count.passed[n]).toMatchObject({ ending: { status: 'approved' } });
      expect(run.edges(), count.passed[n]).toEqual(edges);
      expect(run.context().messages, count.passed[n]).toEqual([{ text: 'go on', mode: 'implementation' }]);
      expect(
        run.read((journal) => value(journal.messages()).filter(({ consumed }) => consumed === null)),
      ).toEqual([]);
    }
  }, 120_000);
});
