import { describe, expect, it } from 'vitest';
import { refusesCommit, wantsCommit } from '../../../../electron/effects/orchestrator/goal.js';

describe('a goal', () => {
  it.each([
    'make the framing tests pass and commit it',
    'Fix it. COMMIT',
    'everything committed, no warnings',
    'do not touch the tests; commit the fix',
    '修复滤波器并提交',
    '不要改测试，修好后提交',
  ])('asks for a commit: %s', (goal) => {
    expect([wantsCommit(goal), refusesCommit(goal)]).toEqual([true, false]);
  });

  it.each([
    'make it pass, do not commit',
    "fix it but don't commit it",
    'fix it but don’t make a commit',
    'repair it without a commit',
    'No commits, please: only the patch',
    'nothing to be committed',
    '修复它，不要提交',
    '修好即可，请勿自动提交',
    '先不提交',
  ])('refuses a commit: %s', (goal) => {
    expect([wantsCommit(goal), refusesCommit(goal)]).toEqual([false, true]);
  });

  it('may say nothing of a commit', () => {
    expect([wantsCommit('make it pass'), refusesCommit('make it pass')]).toEqual([false, false]);
  });
});
