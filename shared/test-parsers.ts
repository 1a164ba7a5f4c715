/** How test results are read (`test.parser` in a task). */
export const PARSERS = [
  'unity',
  'tap',
  'ztest',
  'gtest',
  'cmocka',
  'ctest',
  'junit',
  'pattern',
  'exit',
] as const;
export type ParserName = (typeof PARSERS)[number];

/** What a pattern's own words say of a case. */
export interface VerdictWords {
  pass: readonly string[];
  fail: readonly string[];
  skip: readonly string[];
}

/**
 * Text in which a test program of each kind tells a verdict: no patch may add such a text (`code-rules.ts`). Those of `pattern`
 * are the task's own words, and the verdict of `exit` is no text.
 */
export const VERDICT_TEXTS: Readonly<Record<ParserName, RegExp | null>> = {
  unity: /:(?:PASS|FAIL|IGNORE)\b|\b\d+ Tests \d+ Failures/i,
  tap: /^\s*(?:not )?ok (?:\d|%)|^\s*1\.\.(?:\d|%)/i,
  ztest: /\b(?:PASS|FAIL|SKIP) - |PROJECT EXECUTION (?:SUCCESSFUL|FAILED)|TESTSUITE .* (?:succeeded|failed)/i,
  gtest: /\[\s+(?:RUN|OK|PASSED|FAILED|SKIPPED)\s+\]|\[={10}\]/i,
  cmocka: /\[ {2}ERROR {3}\]|\[ {3}LINE {3}\]|^\s*success: (?:\w+$|%)/i,
  ctest: /\bTest\s+#(?:\d|%)|\*\*\*(?:Failed|Timeout|Not Run|Skipped|Exception)|tests passed, /i,
  junit: /<\/?(?:testsuites?|testcase)\b/i,
  pattern: null,
  exit: null,
};

/** The words of a task's `test.pattern` as a text that no patch may add; null where it names none. */
export function verdictText({ pass, fail, skip }: VerdictWords): RegExp | null {
  const words = [...pass, ...fail, ...skip].map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return words.length === 0 ? null : new RegExp(`(?<![\\w])(?:${words.join('|')})(?![\\w])`);
}
