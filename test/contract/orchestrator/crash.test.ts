import { describe, expect, it } from 'vitest';
import {
  because,
  type CampaignOptions,
  type CampaignRun,
  campaignRun,
  died,
  epic,
  reviews,
} from '../../fixtures/campaign-run.js';
import { Crash, crashAt } from '../../fixtures/crash-at.js';

/** A question, a dead agent, and an item that is sent back once. */
const options = (): CampaignOptions => ({
  script: {
    INTAKE: () => ({ type: 'confidence_lt_0_6', ...because('not sure'), confidence: 0.5 }),
    EPIC_SYNC: () => ({ type: 'bd_upsert_done', ...because('stored'), epic: epic() }),
    RESEARCH_FANOUT: died,
    RESEARCH_EVAL: (ctx) =>
      ctx.research.round === 1
        ? { type: 'need_more_results', ...because('again'), agents: ['history', 'tests'] }
        : { type: 'enough_info', ...because('enough') },
    REVIEW_ACCEPT: (ctx, io) => reviews(ctx.stages.length === 0 ? 'retry' : 'pass')(ctx, io),
  },
});

/** To its question, with its answer, to its end; however often the process dies. */
async function goOn(run: CampaignRun, fault?: (name: string) => void): Promise<void> {
  const first = await run.go(fault);
  if (first.kind !== 'waiting') return;
  if (run.gates().every(({ answer }) => answer !== null)) return goOn(run, fault);
  run.answer('clarified', 'go on');
  await run.go(fault);
}

async function goUntilCrash(run: CampaignRun, fault: (name: string) => void): Promise<void> {
  try {
    await goOn(run, fault);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

const AT_ONCE = 8;

/** Without what the clock says. */
const timeless = (run: CampaignRun): unknown =>
  JSON.parse(JSON.stringify(run.context(), (key, value: unknown) => (key === 'updated_at' ? 0 : value)));

describe('a crash at any write of a campaign', () => {
  it('is made up for by resuming: the same transitions, the same end, one question', async () => {
    const count = crashAt(Number.POSITIVE_INFINITY);
    const whole = campaignRun(options());
    await goOn(whole, count.fault);
    const edges = whole.edges();
    expect(edges.at(-1)).toBe('COMPLETE reported IDLE');
    expect(count.passed.length).toBeGreaterThan(50);
    const crashing = async (n: number): Promise<void> => {
      const run = campaignRun(options());
      await goUntilCrash(run, crashAt(n).fault);
      await goOn(run);
      expect(run.edges(), count.passed[n]).toEqual(edges);
      expect(timeless(run), count.passed[n]).toEqual(timeless(whole));
      expect(run.gates(), count.passed[n]).toHaveLength(1);
    };
    // they wait for the disk
    for (let n = 0; n < count.passed.length; n += AT_ONCE)
      await Promise.all(count.passed.slice(n, n + AT_ONCE).map((_, index) => crashing(n + index)));
  }, 120_000);
});
