import { describe, expect, it } from 'vitest';
import {
  asArguments,
  asCtestExpression,
  asGtestFilter,
  asOneArgument,
  byTemplate,
} from '../../../../electron/bench/results/select.js';

describe('names of cases become arguments', () => {
  it('of GoogleTest with nothing left that its filter would take for a pattern', () => {
    expect(asGtestFilter(['Ring.Push', 'All/P.Small/0'])).toEqual(['--gtest_filter=Ring.Push:All/P.Small/0']);
    expect(asGtestFilter(['A.b-c:*'])).toEqual(['--gtest_filter=A.b?c??']);
  });

  it('of ctest as one expression of whole names', () => {
    expect(asCtestExpression(['ring', 'wrap.a(1)', '-x'])).toEqual(['-R', '^(ring|wrap\\.a\\(1\\)|\\-x)$']);
  });

  it('of cmocka one at a time', () => {
    expect(asOneArgument(['ring_pop'])).toEqual(['ring_pop']);
    expect(asOneArgument(['ring_pop', 'ring_push'])).toBeNull();
    expect(asOneArgument(['ring_*'])).toBeNull();
  });

  it('by the task’s own arguments, once for each case', () => {
    expect(byTemplate(['--only', '{case}'])(['a', '$&'])).toEqual(['--only', 'a', '--only', '$&']);
  });

  it('never where a name would become an option', () => {
    expect(asArguments(['--output=/etc/x'])).toBeNull();
    expect(asArguments(['a\n-x'])).toBeNull();
    expect(asArguments(['a', 'b'])).toEqual(['a', 'b']);
  });
});
