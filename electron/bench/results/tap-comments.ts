import type { TestCase } from '../../../shared/results.js';
import { placeIn } from './source-place.js';

const MAX_LINES = 6;
/** What tap-parser itself adds at the end where it saw no plan. */
const OWN_COUNT = /^test count\(/;

/** A log line that names a place, written as a comment of the subtest that is open. */
export const commentFor = (text: string): string => `# ${text.trimStart()}`;

/**
 * Gives failed test points the comments that explain them. Most producers write them below the point; some
 * above it. The first failed point that has comments above and follows no failed one settles it.
 */
export function commentReader(): { comment(line: string): void; point(one: TestCase): void } {
  let above: string[] = [];
  let last: TestCase | null = null;
  let writesAbove = false;
  return {
    comment(line) {
      const text = line.replace(/^\s*#\s*/, '').trim();
      if (text === '' || text.startsWith('Subtest') || OWN_COUNT.test(text)) return;
      if (last?.status === 'fail' && !writesAbove) explain(last, [text]);
      else if (above.push(text) > MAX_LINES) above.shift();
    },
    point(one) {
      if (one.status === 'fail' && above.length > 0) {
        writesAbove = true;
        explain(one, above);
      }
      above = [];
      last = one;
    },
  };
}

function explain(one: TestCase, texts: readonly string[]): void {
  const lines = [...(one.message?.split('\n') ?? []), ...texts];
  one.message = lines.slice(0, MAX_LINES).join('\n');
  for (const text of texts) {
    const location = one.location ? undefined : placeIn(text);
    if (location) one.location = location;
  }
}
