import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../build/ci/change.mjs';
import { planFor } from '../../../../build/ci/plan.mjs';
import { baseLine, planLines } from '../../../../build/ci/told.mjs';

const FULL = ['a', 'b', 'c', 'long', 'new'].map((name) => `test/${name}.full.test.ts`);
const reach = new Map(FULL.map((file) => [file, new Set([file])]));
const impact = [['electron/', ['test/a.', 'test/long.']]] as const;
const WEIGHTS: Record<string, number> = { 'test/long.full.test.ts': 901 };

const change = (status: string, file: string, isSame = false): Change => ({ status, file, isSame });
const planOf = (changes: Change[], commits = 0, weights = WEIGHTS) =>
  planFor({ changes, full: FULL, reach, commits }, (file) => weights[file] ?? 10, impact);
const names = (tests: readonly { file: string }[]) => tests.map(({ file }) => file);

describe('the plan of a change', () => {
  it('runs new files in rounds, new full ones as far as these fit, and a new full one that does not fit once', () => {
    const changes = [change('A', 'test/quick.test.ts'), change('A', 'test/new.full.test.ts')];
    const plan = planOf(changes);
    expect(plan.newFast).toEqual(['test/quick.test.ts']);
    expect([plan.newFull.fits, plan.related.fits]).toEqual([
      [{ file: 'test/new.full.test.ts', cpu: 50, why: 'new' }],
      [],
    ]);
    const dear = planOf(changes, 0, { 'test/new.full.test.ts': 100 });
    expect([names(dear.newFull.over), names(dear.related.fits)]).toEqual([
      ['test/new.full.test.ts'],
      ['test/new.full.test.ts'],
    ]);
  });

  it('runs what the change touches in 900 processor seconds, and names the rest', () => {
    const { related } = planOf([change('M', 'electron/main.ts')]);
    expect([names(related.fits), names(related.over)]).toEqual([
      ['test/a.full.test.ts'],
      ['test/long.full.test.ts'],
    ]);
  });

  it('touches nothing by a file that was only moved', () => {
    const { related } = planOf([change('R', 'test/b.full.test.ts', true)]);
    expect(related).toEqual({ fits: [], over: [] });
  });

  it('has in its twelfth nothing that runs anyway, and all that did not fit', () => {
    const twelfths = Array.from(
      { length: 12 },
      (_, i) => planOf([change('M', 'electron/main.ts')], i).twelfth,
    );
    expect(twelfths.flatMap(({ files }) => files).sort()).toEqual(FULL.slice(1));
    expect(twelfths.map(({ part }) => part)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('is told with its base, its reasons and what does not fit', () => {
    const plan = planOf([change('M', 'electron/main.ts')], 7);
    const base = { rev: '1b8a5b8612345678', why: 'the merge base with origin/main', names: new Map() };
    const lines = planLines({ base, commits: 7, plan, problem: null });
    expect(lines).toContain('ci: changes since 1b8a5b861234 (the merge base with origin/main)');
    expect(lines).toContain('  10 s  test/a.full.test.ts  (electron/main.ts)'.replace('  10', '    10'));
    expect(lines).toContain('Full test files that the change touches, which do not fit and are not run:');
    expect(lines).toContain('   901 s  test/long.full.test.ts  (electron/main.ts)');
    expect(lines.at(-2)).toContain('Part 8 of 12 of the full tier (7 commits modulo 12 is 7)');
  });

  it('says where there is nothing to compare with', () => {
    expect(baseLine({ rev: null, why: 'HEAD has no parent here' })).toBe(
      'ci: nothing to compare with: HEAD has no parent here',
    );
  });
});
