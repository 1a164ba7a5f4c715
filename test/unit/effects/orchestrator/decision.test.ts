import { describe, expect, it } from 'vitest';
import { type Attempt, decisionOf } from '../../../../electron/effects/orchestrator/claims/decision.js';
import { judge } from '../../../../electron/effects/orchestrator/claims/judge.js';
import { inEnglish, text } from '../../../../shared/texts/words.js';

const rejected = { rejected_claims: [{ claim: 'committed', code: 'NOT_CLAIMED', reason: 'no' } as const] };
const ran = {
  ending: { exit: 0, status: 'SUCCESS', verdict: 'PLAUSIBLE', reason: '' },
} as unknown as Attempt['facts'];

describe('an attempt whose delivery committed nothing', () => {
  it.each(['incomplete_tests_failed', 'incomplete_lint_failed', 'commit_failed'])(
    'is not made again as it was: %s',
    (outcome) => {
      expect(decisionOf({ facts: ran, delivered: { outcome }, judged: rejected })).toBe('replan');
    },
  );

  it('is made again where the target could not be reached, or nothing was delivered', () => {
    for (const delivered of [{ outcome: 'environment_failed' }, null])
      expect(decisionOf({ facts: ran, delivered, judged: rejected })).toBe('retry');
  });

  it('is rejected with what stood in the way of the commit, and a run that failed with its own reason', async () => {
    const delivered = {
      ...{ run: 'r', node: 'n', outcome: 'incomplete_tests_failed', commit: null },
      reason: text`host: passed ${3}, failed ${1}`,
    };
    const criteria = (['cases', 'committed'] as const).map((id) => ({
      ...{ id, kind: id === 'cases' ? ('target_cases_pass' as const) : ('committed' as const), cases: [] },
    }));
    const known = { claims: [], evidence: [], facts: null, isMock: false, criteria };
    const said = async (more: { delivered: typeof delivered | null; failure: string | null }) =>
      (await judge({ ...known, ...more })).rejected_claims.map(({ reason }) => inEnglish(reason));
    expect(await said({ delivered, failure: null })).toEqual([
      'nobody claims cases',
      'nobody claims committed: host: passed 3, failed 1',
    ]);
    expect((await said({ delivered: null, failure: 'every case passes, but the exit code is 1' }))[0]).toBe(
      'nobody claims cases: every case passes, but the exit code is 1',
    );
  });
});
