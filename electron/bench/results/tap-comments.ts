import type { TestCase } from '../../../shared/results.js';
import { locationOf } from './parsed-output.js';

const MAX_LINES = 6;
/** `src/ring.c:42`, `ring.c(42)`, `at ring.c line 42`: how C test programs write a place. */
const PLACE = /([\w./\\:~+-]{1,120}\.(?:c|cc|cpp|cxx|h|hpp|S|s|rs|ino))(?::| line |\()(\d{1,7})\b/;
/** What tap-parser itself adds at the end where it saw no plan. */
const OWN_COUNT = /^test count\(/;

/** Characters of a line in which a place is looked for. */
const MAX_REACH = 512;

/** True for a line that names a place in a source file. */
export const namesPlace = (text: string): boolean => PLACE.test(text.slice(0, MAX_REACH));

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
    const found = one.location ? null : PLACE.exec(text.slice(0, MAX_REACH));
    const location = found ? locationOf(found[1] ?? '', found[2] ?? '') : undefined;
    if (location) one.location = location;
  }
}
