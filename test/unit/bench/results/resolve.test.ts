import { describe, expect, it } from 'vitest';
import { unmatchedPatterns } from '../../../../electron/bench/results/names.js';
import { parseCases } from '../../../../electron/bench/results/parse.js';
import { resolveCases } from '../../../../electron/bench/results/resolve.js';

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
