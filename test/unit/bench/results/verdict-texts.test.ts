import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CaseParser, parseCases } from '../../../../electron/bench/results/parse.js';
import { type ParserName, VERDICT_TEXTS, verdictText } from '../../../../shared/test-parsers.js';

const recorded = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../fixtures/test-output', file), 'utf8');

const OUTPUTS: [ParserName, string, string][] = [
  ['unity', 'short', 'a.c:1:ring_push:PASS\na.c:2:ring_pop:FAIL: no\n2 Tests 1 Failures 0 Ignored\nFAIL\n'],
  ['tap', 'plan first', '1..2\nok 1 - ring_push\nnot ok 2 - ring_pop\n'],
  [
    'ztest',
    'one suite',
    'START - test_push\n PASS - test_push in 0.1 seconds\nPROJECT EXECUTION SUCCESSFUL\n',
  ],
  ['gtest', 'recorded', recorded('gtest.txt')],
  ['cmocka', 'recorded', recorded('cmocka.txt')],
  ['cmocka', 'TAP', recorded('cmocka-tap.txt')],
  ['cmocka', 'Subunit', recorded('cmocka-subunit.txt')],
  ['ctest', 'recorded', recorded('ctest.txt')],
  ['ctest', 'verbose', recorded('ctest-verbose.txt')],
];

const passing = (text: string, parser: CaseParser): number =>
  parseCases(text, parser).cases.filter(({ status }) => status === 'pass').length;

describe('the texts that no patch may add', () => {
  it.each(OUTPUTS)('are in every line that makes a case of %s pass: %s', (parser, _, output) => {
    expect(passing(output, parser)).toBeGreaterThan(0);
    const texts = Object.values(VERDICT_TEXTS).filter((text) => text !== null);
    const kept = output.split('\n').filter((line) => !texts.some((text) => text.test(line)));
    expect(passing(kept.join('\n'), parser)).toBe(0);
  });

  it('are the words of a pattern, whatever characters they hold, and no longer words', () => {
    const text = verdictText({ pass: ['OK!', 'a+b'], fail: ['NO'], skip: [] });
    expect(['it is OK!', 'a+b', 'NO: x'].map((line) => text?.test(line))).toEqual([true, true, true]);
    expect(['NOT', 'aab', 'OK'].map((line) => text?.test(line))).toEqual([false, false, false]);
    expect(verdictText({ pass: [], fail: [], skip: [] })).toBeNull();
  });
});
