import { namesOneCase } from '../../../shared/case-pattern.js';
import type { TestCase } from '../../../shared/results.js';
import type { ParsedOutput } from './parsed-output.js';

interface ExpectedCases {
  parsed: ParsedOutput;
  /** The task's `cases` patterns. */
  wanted: readonly string[];
  /** The task's `heldOut` patterns. */
  heldOut: readonly string[];
  /** Names that the baseline reported. */
  known: readonly string[];
}

/**
 * Every reported, known or plainly named case exactly once. One that should have reported and did not is
 * `missing`: never a pass, whatever the target's totals say.
 */
export function resolveCases({ parsed, wanted, heldOut, known }: ExpectedCases): TestCase[] {
  const reported = new Set(parsed.cases.map((one) => one.name));
  const started = new Set(parsed.started);
  const expected = new Set([...known, ...[...wanted, ...heldOut].filter(namesOneCase), ...started]);
  const missing = [...expected].filter((name) => !reported.has(name));
  return [...parsed.cases, ...missing.map((name) => missingCase(name, started.has(name), parsed.bailedOut))];
}

function missingCase(name: string, started: boolean, bailedOut: string | undefined): TestCase {
  const gaveUp = bailedOut === undefined ? '' : `; the target bailed out${bailedOut ? `: ${bailedOut}` : ''}`;
  return {
    name,
    status: 'missing',
    message: `${started ? 'began and did not finish' : 'not reported'}${gaveUp}`,
  };
}
