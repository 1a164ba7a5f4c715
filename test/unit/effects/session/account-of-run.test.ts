import { describe, expect, it } from 'vitest';
import { accountOfRun } from '../../../../electron/effects/session/summary/account-of-run.js';
import { speechIn } from '../../../../shared/texts/speech.js';
import { inEnglish, text } from '../../../../shared/texts/words.js';

const report = {
  ...{ goal: 'All ring cases pass', final_status: 'FAILURE', outcome: 'FAILURE', verdict: 'UNPROVEN' },
  reason: text`the build failed`,
  held_out: ['ring_secret'],
  tests: {
    cases: [
      { name: 'ring_a', status: 'pass' },
      { name: 'ring_b', status: 'fail', message: 'test/main.c:3: 1 != 2' },
      { name: 'ring_secret', status: 'fail' },
    ],
  },
  ...{ patch: 'diff', files_changed: ['src/ring.c'] },
};
const shown = (more: object = {}) => ({ run: 'r1', state: 'IDLE', report: { ...report, ...more } });
const lines = (of: unknown): string[] => accountOfRun(of).map(inEnglish);

describe('the account of a run', () => {
  it('names goal, end, reason, cases that do not pass and files, and no held-out case', () => {
    expect(lines(shown())).toEqual([
      'Run r1: All ring cases pass',
      'It ended FAILURE (UNPROVEN)',
      'Why: the build failed',
      'Cases that do not pass: 1 of 2',
      '  ring_b: fail (test/main.c:3: 1 != 2)',
      'Its patch changes src/ring.c',
      'All of it: benchloop show r1',
    ]);
  });

  it('is in the language of its reader, the reason too', async () => {
    const { say } = await speechIn('zh-CN');
    expect(accountOfRun(shown()).map(say)).toContain('原因：构建失败');
  });

  it('says so where all passes, nothing was tested, or no patch was kept', () => {
    const green = { tests: { cases: [{ name: 'ring_a', status: 'pass' }] }, patch: null };
    expect(lines(shown(green))).toEqual(expect.arrayContaining(['Every case passes: 1', 'It kept no patch']));
    expect(lines(shown({ tests: { cases: [] } }))).toContain('No test of it was read');
  });

  it('of another machine has what that tells, and of a run under way where it is', () => {
    const session = { goal: 'build', final_status: 'SUCCESS', outcome: 'DONE', reason: 'the goal is met' };
    expect(lines({ run: 'r2', state: 'IDLE', report: session })).toHaveLength(4);
    expect(lines({ run: 'r3', state: 'TEST_RUN', report: null })[0]).toBe(
      'Run r3 is not over: it is in TEST_RUN',
    );
  });
});
