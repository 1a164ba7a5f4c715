import { describe, expect, it } from 'vitest';
import { createJudge } from '../../../../electron/bench/script/outcome.js';
import { ScriptStepSchema } from '../../../../shared/profile/script.js';

const outcome = (exitCode: number, more: object) =>
  createJudge(ScriptStepSchema.parse({ command: ['x'], ...more })).judge({ exitCode, isSafe: true }).outcome;

describe('what the end of a script means', () => {
  it('is done with exit code 0 alone, where the profile says nothing', () => {
    expect([0, 1].map((code) => outcome(code, {}))).toEqual(['done', 'failed']);
  });

  it('is done with the exit codes of the profile', () => {
    expect([0, 1, 2].map((code) => outcome(code, { okExitCodes: [0, 1] }))).toEqual([
      'done',
      'done',
      'failed',
    ]);
  });

  it('is what a row of the profile says before that', () => {
    const outcomes = [{ exitCode: 1, outcome: 'board-missing' }];
    expect(outcome(1, { okExitCodes: [0, 1], outcomes })).toBe('board-missing');
  });
});
