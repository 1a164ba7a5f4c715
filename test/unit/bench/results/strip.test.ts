import { describe, expect, it } from 'vitest';
import { stripCases } from '../../../../electron/bench/results/strip.js';

describe('a log without its held-out cases', () => {
  it('of Unity lost their lines and what was printed while they ran', () => {
    const text =
      'boot\na.c:1:keep:PASS\nhidden says 7\na.c:2:hidden_wrap:FAIL: Expected 7\nnote\na.c:3:last:PASS\n2 Tests\n';
    expect(stripCases(text, 'unity', ['hidden_*'])).toBe(
      'boot\na.c:1:keep:PASS\nnote\na.c:3:last:PASS\n2 Tests\n',
    );
  });

  it('of TAP lost their YAML and comments, and their subtests', () => {
    const text = `ok 1 - keep
# about keep
not ok 2 - hidden wrap
# Expected 7
  ---
  found: 7
  ...
log of the next
ok 3 - last
# Subtest: group
    not ok 1 - secret
    # at s.c:4
    ok 2 - open
not ok 4 - group
`;
    expect(stripCases(text, 'tap', ['hidden *', 'group > secret'])).toBe(`ok 1 - keep
# about keep
log of the next
ok 3 - last
    ok 2 - open
not ok 4 - group
`);
  });

  it('of ztest lost their whole spans and their lines in the summary', () => {
    const text = `Running TESTSUITE ring
START - test_a
 PASS - test_a in 0.1 seconds
START - test_hidden
value was 7
    Assertion failed at x.c:4: f: (7)
 FAIL - test_hidden in 0.1 seconds
after
 - PASS - [ring.test_a] duration = 0.1 seconds
 - FAIL - [ring.test_hidden] duration = 0.1 seconds
`;
    expect(stripCases(text, 'ztest', ['test_hidden'])).toBe(`Running TESTSUITE ring
START - test_a
 PASS - test_a in 0.1 seconds
after
 - PASS - [ring.test_a] duration = 0.1 seconds
`);
  });

  it('lost what a held-out case printed before it hung', () => {
    expect(stripCases('START - test_hidden\nvalue 7\n', 'ztest', ['test_hidden'])).toBe('');
  });

  it('lost every other line that names one', () => {
    const text = 'a.c:2:hidden:PASS\r\nrerun of hidden: 7\r\nhiddenness stays\r\n';
    expect(stripCases(text, 'unity', ['hidden'])).toBe('hiddenness stays\r\n');
  });

  it('is the log itself where nothing is held out', () => {
    const text = 'a\rb\r\n\u001b[1mc:1:d:PASS\n';
    expect(stripCases(text, 'unity', [])).toBe(text);
  });
});
