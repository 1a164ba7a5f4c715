import { describe, expect, it } from 'vitest';
import { asEvidence } from '../../../../electron/effects/orchestrator/claims/evidence-id.js';
import { deliverJson } from '../../../../electron/effects/orchestrator/deliver.js';
import { showCampaign } from '../../../../electron/effects/orchestrator/panels.js';
import { firstOrchestratorContext, NO_RESEARCH } from '../../../../electron/machine/orchestrator/context.js';
import { ClaimsSchema, type EvidenceBody, EvidenceSchema } from '../../../../shared/deliverables.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { epic, file, stage } from '../../../fixtures/campaign-run.js';
import { tempDir } from '../../../fixtures/firmware-run.js';

const start = {
  ...firstOrchestratorContext({ run: 'r', isMock: false, autoResume: false, hasGoal: true }),
  ...{ goal: 'a goal', epic: epic(), current: 'e.1' },
};
const shown = (context: object, dir = '/nowhere') =>
  showCampaign({ context: { ...start, ...context }, header: {} }, dir).campaign;

const of = { run: 'r2', file: 'report/report.json', sha256: 'a'.repeat(64) };
const CASE: EvidenceBody = { kind: 'case', ...of, case: 'ring_full', image: 'i' };
const RANGE: EvidenceBody = {
  ...{
    kind: 'console',
    ...of,
    file: 'artifacts/c',
    image: 'i',
    from: 0,
    to: 9,
    range_sha256: 'b'.repeat(64),
  },
};

describe('the panel of a campaign', () => {
  it('has each claim of an attempt beside its evidence, the console first, and the ones that nobody made', async () => {
    const dir = tempDir();
    const evidence = [CASE, RANGE].map(asEvidence);
    const claims = [{ id: 'cases', criterion: 'cases', evidence: evidence.map(({ id }) => id) }];
    const at = 'items/e.1/attempt-1';
    const files = [
      await deliverJson(dir, `${at}/claims.json`, ClaimsSchema, {
        ...{ version: 1, item: 'e.1', run: 'r2', failure: null, claims },
      }),
      await deliverJson(dir, `${at}/evidence.json`, EvidenceSchema, { version: 1, evidence }),
    ];
    const review = {
      ...stage(start, 'pass').review,
      accepted_claims: ['cases'],
      rejected_claims: [{ claim: 'committed', code: 'NOT_CLAIMED', reason: 'nobody claims it' } as const],
    };
    const stages = [{ ...stage(start, 'pass'), review }];
    expect(shown({ stages, deliverables: files }, dir)?.attempts[0]?.claims).toEqual([
      { claim: 'cases', rejected: null, evidence: [RANGE, CASE], pieces: 2 },
      {
        ...{ claim: 'committed', rejected: { code: 'NOT_CLAIMED', reason: 'nobody claims it' } },
        ...{ evidence: [], pieces: 0 },
      },
    ]);
  });

  it('says of an attempt whose files are gone or were changed which it is', () => {
    const deliverables = ['claims.json', 'evidence.json'].map((name) => ({
      ...file(name),
      path: `items/e.1/attempt-1/${name}`,
    }));
    const attempt = shown({ stages: [stage(start, 'retry')], deliverables })?.attempts[0];
    expect(inEnglish(attempt?.problem ?? '')).toBe('claims.json is missing');
    expect(attempt?.claims.map(({ claim }) => claim)).toEqual(['cases']);
  });

  it('tells where each agent stands, and why one is dead', () => {
    const line = { agent_id: 'history', n: 1, kind: 'commit', text: 'c', weight: 0.5, slot: 1 } as const;
    const research = {
      ...NO_RESEARCH,
      ...{ round: 1, waiting: ['tests'], arrived: [{ agent: 'coverage', files: [] }] },
      ...{ results: [{ agent: 'history', files: [file('summary.md')] }], findings: [line] },
      dead: [{ agent: 'knowledge', why: 'it fell over' }],
    };
    const agents = shown({ research })?.research.agents ?? [];
    expect(agents.map(({ agent, state, why, found }) => [agent, state, why, found])).toEqual([
      ['history', 'read', null, 1],
      ['tests', 'working', null, 0],
      ['coverage', 'brought', null, 0],
      ['knowledge', 'dead', 'it fell over', 0],
    ]);
  });

  it('has what the review says against the plan once, with how often; journals of before have none', () => {
    const told = { item: 'e.1', risk: 'too wide' };
    expect(shown({ objections: [told, told], feedback: { 'e.1': 2 } })?.feedback).toEqual([
      { ...told, count: 2, most: 3 },
    ]);
    expect(shown({})?.feedback).toEqual([]);
  });
});
