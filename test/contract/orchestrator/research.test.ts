import { describe, expect, it } from 'vitest';
import type { CampaignBench } from '../../../electron/effects/orchestrator/bench.js';
import { campaignEffects } from '../../../electron/effects/orchestrator/effects.js';
import { arrivals } from '../../../electron/effects/orchestrator/research/arrivals.js';
import { whatCame } from '../../../electron/effects/orchestrator/research/ask-agents.js';
import type { EffectIo } from '../../../electron/engine/effect.js';
import type { OrchestratorContext, ResearchResult } from '../../../electron/machine/orchestrator/context.js';
import type { AgentId } from '../../../shared/deliverables.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { type CampaignOutcome, campaignRun, file } from '../../fixtures/campaign-run.js';
import { errandKits } from '../../fixtures/errand.js';

/** What an agent's child does when it is asked for the n-th time, counted from 1. */
type Deeds = (agent: AgentId, n: number) => 'write' | 'fail' | 'hang';

const AGENTS: readonly AgentId[] = ['history', 'tests', 'coverage', 'knowledge'];

/**
 * A campaign whose agents are children of the engine's own test machine; how results arrive, are judged and are asked for again is the
 * product's. Patience ends once all have come that ever will, and by no clock.
 */
function researching(deeds: Deeds) {
  const asking =
    (state: 'RESEARCH_FANOUT' | 'WAIT_OTHERS') =>
    async (ctx: OrchestratorContext, io: EffectIo): Promise<CampaignOutcome> => {
      const { waiting, round } = ctx.research;
      let quick = waiting.filter((agent) => deeds(agent, round) !== 'hang').length;
      let [allCame, none] = [(): void => undefined, (): void => undefined];
      const grace = new Promise<void>((resolve) => {
        allCame = resolve;
      });
      const limit = new Promise<void>((resolve) => {
        none = resolve;
      });
      if (quick === 0) none();
      const ask = async (agent: AgentId): Promise<Result<ResearchResult>> => {
        const header = { deed: deeds(agent, round) };
        const end = await io.child({ kind: `research-${agent}`, machine: 'step', goal: agent, header });
        if (header.deed !== 'hang' && --quick === 0) setImmediate(allCame);
        if (!end.ok) return end;
        const { ending } = end.value;
        return ending.exit === 0
          ? ok({ agent, files: [file(`${agent}.md`)] })
          : fail({ code: 'ANALYSIS_FAILURE', message: ending.reason });
      };
      return whatCame(
        waiting,
        await arrivals(waiting, ask, { grace: () => grace, limit: () => limit }),
        state,
      );
    };
  const run = campaignRun({
    kits: errandKits({ written: [] }),
    script: {
      OBSERVE: () => ({
        type: 'observe_target_defined',
        reason: 'looks',
        evidence: [],
        target: 't',
        agents: AGENTS,
      }),
      RESEARCH_FANOUT: asking('RESEARCH_FANOUT'),
      RESEARCH_EVAL: (ctx, io) => campaignEffects.RESEARCH_EVAL(ctx, {} as CampaignBench, io),
      WAIT_OTHERS: asking('WAIT_OTHERS'),
    },
  });
  const told = () =>
    run.read((journal) => {
      const trace = journal.trace(0);
      if (!trace.ok) throw new Error('no trace');
      return trace.value
        .filter(({ from }) => /^RESEARCH|^WAIT/.test(from))
        .map((row) => `${row.from} ${inEnglish(row.reason)}`);
    });
  return { run, told };
}

describe('the results of research', () => {
  it('are read as they arrive: three while the fourth is still at work, and that one later', async () => {
    const { run, told } = researching((agent, n) => (agent === 'tests' && n === 1 ? 'hang' : 'write'));
    expect(await run.go()).toMatchObject({ ending: { status: 'COMPLETE' } });
    expect(told()).toEqual([
      'RESEARCH_FANOUT agents that brought something: 3 of 4',
      'RESEARCH_INGEST read',
      'RESEARCH_EVAL still waited for: tests',
      'WAIT_OTHERS agents that brought something: 1 of 1',
      'RESEARCH_INGEST read',
      'RESEARCH_EVAL agents that brought something: 4; findings: 0',
    ]);
    expect(
      run
        .context()
        .research.results.map(({ agent }) => agent)
        .at(-1),
    ).toBe('tests');
  });

  it('are gone without where an agent never comes: its time is over, and it is named', async () => {
    const { run, told } = researching((agent) => (agent === 'tests' ? 'hang' : 'write'));
    expect(await run.go()).toMatchObject({ ending: { status: 'COMPLETE' } });
    expect(told().slice(3)).toEqual([
      'WAIT_OTHERS did not come in time: tests',
      'RESEARCH_INGEST read',
      'RESEARCH_EVAL agents that brought something: 3; findings: 0',
    ]);
    expect(run.edges()).toContain('WAIT_OTHERS TIMEOUT RESEARCH_INGEST');
    expect(run.context().research.dead).toMatchObject([{ agent: 'tests' }]);
  });

  it('leave no child behind: one that took too long has ended before its state was left', async () => {
    const { run } = researching((agent, n) => (agent === 'tests' && n === 1 ? 'hang' : 'write'));
    await run.go();
    const ends = run.read((journal) => {
      const nodes = journal.nodes();
      if (!nodes.ok) throw new Error('no nodes');
      return nodes.value
        .filter(({ path: node }) => node.endsWith('research-tests'))
        .map(({ path: node, isCut }) => [isCut, journal.node(node).snapshot()] as const);
    });
    expect(ends).toMatchObject([
      [false, { value: { state: 'STOPPED' } }],
      [false, { value: { state: 'DONE' } }],
    ]);
  });

  it('are asked for once more where agents brought nothing, beside those that are still at work', async () => {
    const deeds: Deeds = (agent, n) =>
      n > 1 ? 'write' : agent === 'tests' ? 'hang' : agent === 'history' ? 'fail' : 'write';
    const { run, told } = researching(deeds);
    await run.go();
    expect(told().slice(2, 4)).toEqual([
      'RESEARCH_EVAL asked again: tests, history',
      'WAIT_OTHERS agents that brought something: 2 of 2',
    ]);
  });
});
