import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCases } from '../../../../electron/bench/results/parse.js';
import { stripCases } from '../../../../electron/bench/results/strip.js';

const FORMATS = ['tap', 'unity', 'ztest', 'gtest', 'cmocka', 'ctest'] as const;
const LINES = [
  'ok 1 - a',
  'not ok 2 - b {',
  'ok',
  '}',
  '{',
  '  ---',
  '  x: [1, *a]',
  '  !re //',
  '  ...',
  '# Subtest: s',
  '1..3',
  'TAP version 14',
  'pragma +strict',
  'Bail out! x',
  'log',
  'a.c:1:t:PASS',
  'a.c:0:u:FAIL: m',
  'TEST(g, n)',
  ' PASS',
  'Running TESTSUITE s',
  'START - t',
  ' PASS - t in 0.1 seconds',
  ' FAIL - u',
  'Assertion failed at x.c:3: f: (e)',
  '[==========] Running 2 tests from 1 test suite.',
  '[ RUN      ] G.t',
  '[       OK ] G.t (0 ms)',
  '[  FAILED  ] G.t',
  'test: t',
  'success: t',
  'failure: t [',
  '    Start 1: t',
  '1/2 Test #1: t ......   Passed    0.00 sec',
  '2/2 Test #1: t ......***Failed    0.00 sec',
  '',
];
const line = fc
  .tuple(fc.constantFrom('', '    ', '        ', '  ', '\t'), fc.constantFrom(...LINES))
  .map((parts) => parts.join(''));
const session = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));

describe('any mixture of lines', () => {
  it('is read without an error, with each name once and no doubled name a pass', () => {
    fc.assert(
      fc.property(session, fc.nat(400), (text, cut) => {
        for (const format of FORMATS) {
          const { cases, doubled } = parseCases(text.slice(0, text.length - cut), format);
          expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length);
          const passes = cases.filter((one) => one.status === 'pass').map((one) => one.name);
          expect(passes.filter((name) => doubled.includes(name))).toEqual([]);
        }
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('stripped of every case reports none of them any more', () => {
    fc.assert(
      fc.property(session, (text) => {
        for (const format of FORMATS)
          expect(parseCases(stripCases(text, format, ['*']), format).cases).toEqual([]);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
