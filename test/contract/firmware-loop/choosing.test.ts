import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FIGURES as COUNTED } from '../../../electron/machine/firmware-loop/figures.js';
import type { Choice } from '../../../shared/choice.js';
import { outcome } from '../../fixtures/firmware-effects.js';
import { type RunOptions, scriptedRun } from '../../fixtures/firmware-run.js';
import { patchOf } from '../../fixtures/firmware-values.js';

/** Development cases and right ones by bucket; none, unless a test says otherwise. */
const FIGURES: Record<string, unknown> = COUNTED;
const counted = { ...COUNTED };
beforeEach(() => {
  for (const bucket of Object.keys(FIGURES)) delete FIGURES[bucket];
});
afterAll(() => Object.assign(FIGURES, counted));

const choice = (patch: string): Choice => ({
  ...{ patch, what: `edit ${patch}`, kind: 'k', place: { file: 'a.c', line: 1, function: null }, flags: [] },
  ...{ common: 1, score: 1, executing: null, found_ms: 0, same: [], difference: null },
});

/** A search that finds these classes; the loop then takes up one after another without another search. */
const searched = (...patches: string[]): NonNullable<RunOptions['script']> => ({
  PATCH_GENERATION: [
    outcome('patch_valid', { patch: patchOf(patches[0] ?? ''), found: patches.map(choice) }),
    ...patches.slice(1).map((patch, at) => outcome('patch_valid', { patch: patchOf(patch), choice: at + 1 })),
  ],
});
const states = (run: ReturnType<typeof scriptedRun>) =>
  run.context().choosing?.list.map(({ state }) => state);

/** Cases by the tree that runs: the base, then each patch in turn. */
function inTurn(...trees: Record<string, 'pass' | 'fail'>[]): RunOptions['cases'] {
  const known: string[] = [];
  return (commit) => {
    if (!known.includes(commit)) known.push(commit);
    return trees[known.indexOf(commit)] ?? trees.at(-1) ?? {};
  };
}
const PASS = { seen: 'pass', hidden: 'pass' } as const;

describe('a search', () => {
  it('is counted with those before it, in time and in trials, whatever it came to', async () => {
    const found = outcome('patch_valid', { patch: patchOf('a'), searched: { ms: 20, trials: 3 } });
    const none = outcome('patch_invalid', {
      problem: { code: 'ANALYSIS_FAILURE', message: 'nothing was found' },
      patch: null,
      searched: { ms: 1, trials: 2 },
    });
    const run = scriptedRun({ script: { PATCH_GENERATION: [none, found] } });
    await run.go();
    expect(run.context().searched).toEqual({ ms: 21, trials: 5 });
  });
});

describe('a search that found patches', () => {
  it('ends in SUCCESS where only one passes', async () => {
    const run = scriptedRun({ script: searched('a') });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'SUCCESS', verdict: 'PLAUSIBLE' });
    expect(states(run)).toEqual(['taken']);
  });

  it('ends UNPROVEN where two pass and nothing tells which is right, and publishes neither', async () => {
    const run = scriptedRun({ script: searched('a', 'b') });
    await run.go();
    expect(run.context()).toMatchObject({
      outcome: { status: 'FAILURE', verdict: 'UNPROVEN' },
      repo_snapshot: { current_commit: 'base' },
      branch: null,
      iteration_index: 1,
    });
    expect(states(run)).toEqual(['below', 'below']);
  });

  it('takes the next class where only held-out cases fail, and believes the one that they leave', async () => {
    const cases = inTurn({ seen: 'fail', hidden: 'fail' }, { seen: 'pass', hidden: 'fail' }, PASS);
    const run = scriptedRun({
      task: { heldOut: ['hidden'], cases: ['seen'] },
      cases,
      script: searched('a', 'b'),
    });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'SUCCESS', verdict: 'PLAUSIBLE' });
    expect(states(run)).toEqual(['rejected', 'taken']);
    expect(run.context().convergence).toMatchObject({ rollbacks: 0, no_progress: 0 });
  });

  it('tries no more than four classes, and says that held-out cases reject them', async () => {
    const cases = inTurn({ seen: 'fail', hidden: 'fail' }, { seen: 'pass', hidden: 'fail' });
    const script = searched('a', 'b', 'c', 'd', 'e');
    const run = scriptedRun({ task: { heldOut: ['hidden'], cases: ['seen'] }, cases, script });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'NOT_FIXED' });
    expect(states(run)).toEqual(['rejected', 'rejected', 'rejected', 'rejected', 'open']);
    expect(run.path().filter((state) => state === 'PATCH_APPLY')).toHaveLength(4);
  });

  it('keeps the one that a person takes in its tree, and ends UNPROVEN all the same', async () => {
    const check = outcome('checked', { dropped_to: null, operator: 'take' });
    const script = { ...searched('a', 'b'), CONVERGENCE_CHECK: ['default' as const, check] };
    const run = scriptedRun({ script });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'UNPROVEN' });
    expect(run.context().repo_snapshot?.current_commit).not.toBe('base');
    expect(states(run)).toEqual(['taken', 'open']);
  });
});

describe('with figures', () => {
  const hidden = (status: 'pass' | 'fail' | 'missing') =>
    Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`hidden${number}`, status]));
  const failing = { seen: 'fail', ...hidden('fail') } as const;
  const passing = { seen: 'pass', ...hidden('pass') } as const;
  const task = { heldOut: ['hidden*'], cases: ['seen'] };
  beforeEach(() => {
    Object.assign(FIGURES, {
      all: [100, 60],
      'all/unheld': [60, 25],
      'all/held': [20, 14],
      'all/well-held': [20, 20],
    });
  });

  it('a patch that held-out cases tell from none is believed, and correct on them', async () => {
    const run = scriptedRun({ task, cases: inTurn(failing, passing), script: searched('a') });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'SUCCESS', verdict: 'CORRECT_ON_HELD_OUT' });
    expect(run.context().decision?.basis).toMatchObject({ calibrated: true, counted: { n: 20, right: 20 } });
  });

  it('one that nothing but the visible cases vouches for is not', async () => {
    const run = scriptedRun({ cases: inTurn({ seen: 'fail' }, { seen: 'pass' }), script: searched('a') });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'UNPROVEN' });
  });

  it('nor one whose held-out cases were only not reached without it', async () => {
    const cases: RunOptions['cases'] = (commit) =>
      commit === 'base' ? { seen: 'fail', ...hidden('missing') } : passing;
    const run = scriptedRun({ task, cases, script: searched('a') });
    await run.go();
    expect(run.context().outcome).toMatchObject({ status: 'FAILURE', verdict: 'UNPROVEN' });
  });
});
