import { describe, expect, it } from 'vitest';
import { compareToBaseline, mergeRuns } from '../../../../electron/bench/results/compare.js';
import { unmatchedPatterns } from '../../../../electron/bench/results/names.js';
import { parseCases } from '../../../../electron/bench/results/parse.js';
import { resolveCases } from '../../../../electron/bench/results/resolve.js';
import type { CaseStatus, TestCase } from '../../../../shared/results.js';

const cases = (statuses: Record<string, CaseStatus>): TestCase[] =>
  Object.entries(statuses).map(([name, status]) => ({ name, status }));

describe('what was expected', () => {
  const parsed = parseCases('a.c:1:ring_a:PASS\na.c:2:other:FAIL: x\n', 'unity');

  it('is listed once each: reported, known from the baseline, or plainly named', () => {
    const found = resolveCases({
      parsed,
      wanted: ['ring_*', 'ring_b'],
      heldOut: ['ring_wrap'],
      known: ['ring_a', 'ring_c'],
    });
    expect(found.map((one) => `${one.name} ${one.status}`)).toEqual([
      'ring_a pass',
      'other fail',
      'ring_c missing',
      'ring_b missing',
      'ring_wrap missing',
    ]);
  });

  it('says of a missing case whether it began, and why the target gave up', () => {
    const ztest = parseCases('START - test_a\n', 'ztest');
    expect(resolveCases({ parsed: ztest, wanted: [], heldOut: [], known: [] })).toEqual([
      { name: 'test_a', status: 'missing', message: 'began and did not finish' },
    ]);
    const tap = parseCases('Bail out! no memory\n', 'tap');
    expect(resolveCases({ parsed: tap, wanted: ['a'], heldOut: [], known: [] })[0]?.message).toContain(
      'no memory',
    );
  });

  it('names the patterns that match nothing', () => {
    expect(unmatchedPatterns(['ring_*', 'q?', 'x*y*z', '*'], ['ring_a', 'qq', 'xaybz'])).toEqual([]);
    expect(unmatchedPatterns(['ring_?', 'RING*', '[ab]'], ['ring_ab', 'a'])).toEqual([
      'ring_?',
      'RING*',
      '[ab]',
    ]);
  });
});

describe('a result beside its baseline', () => {
  it('has improved where more targets pass and nothing regressed', () => {
    const before = cases({ a: 'fail', b: 'pass', c: 'missing' });
    expect(compareToBaseline(before, cases({ a: 'pass', b: 'pass', c: 'fail' }))).toEqual({
      fixed: ['a'],
      regressions: [],
      failing: ['c'],
      improved: true,
    });
  });

  it.each<CaseStatus>(['fail', 'skip', 'missing', 'flaky'])(
    'has regressed where a pass became %s',
    (status) => {
      const found = compareToBaseline(cases({ a: 'fail', b: 'pass' }), cases({ a: 'pass', b: status }));
      expect(found).toMatchObject({ fixed: ['a'], regressions: ['b'], improved: false });
    },
  );

  it('has regressed where a case that passed is not there any more', () => {
    expect(compareToBaseline(cases({ b: 'pass' }), []).regressions).toEqual(['b']);
  });

  it('has not improved by a case that is no target, nor without a baseline', () => {
    const found = compareToBaseline(cases({ x: 'fail' }), cases({ x: 'pass' }), ['ring_*']);
    expect(found).toMatchObject({ fixed: ['x'], failing: [], improved: false });
    expect(compareToBaseline(null, cases({ a: 'pass' }))).toMatchObject({ fixed: [], improved: false });
  });
});

describe('several runs of one image', () => {
  it('make a case flaky whose status differs, and keep the others as they are', () => {
    const failed: TestCase = { name: 'b', status: 'fail', message: 'timeout' };
    const merged = mergeRuns([[...cases({ a: 'pass' }), failed], cases({ a: 'pass', b: 'pass', c: 'pass' })]);
    expect(merged).toEqual([
      { name: 'a', status: 'pass' },
      { name: 'b', status: 'flaky', message: 'fail, pass in 2 runs of one image; timeout' },
      { name: 'c', status: 'flaky', message: 'missing, pass in 2 runs of one image' },
    ]);
  });
});
