import type { Location, TestCase } from '../../../shared/results.js';
import { locationOf } from './parsed-output.js';
import { placeIn } from './source-place.js';

/** Lines of a message, and characters of one of them. */
const MOST_LINES = 6;
const LONGEST = 400;

/** What `assert` prints: glibc, musl, newlib, macOS. Each names file, line, and the function in which the assertion lies. */
const ASSERTS: readonly { at: RegExp; file: number; line: number; fn: number }[] = [
  // assert/assert.c: "%s%s%s:%u: %s%sAssertion `%s' failed.\n"
  {
    at: /(?:^|: |\s)([^\s:]{1,200}):(\d{1,9}): ([^`]{1,200}): Assertion `/,
    file: 1,
    line: 2,
    fn: 3,
  },
  // src/exit/assert.c: "Assertion failed: %s (%s: %s: %d)\n"
  {
    at: /^Assertion failed: .{1,400} \(([^\s:()]{1,200}): (\w{1,200}): (\d{1,9})\)$/,
    file: 1,
    line: 3,
    fn: 2,
  },
  // newlib/libc/stdlib/assert.c
  {
    at: /^assertion ".{1,400}" failed: file "([^"]{1,200})", line (\d{1,9}), function: (\w{1,200})/,
    file: 1,
    line: 2,
    fn: 3,
  },
  // Libc, gen/assert.c
  {
    at: /^Assertion failed: \(.{1,400}\), function (\w{1,200}), file ([^\s,]{1,200}), line (\d{1,9})/,
    file: 2,
    line: 3,
    fn: 1,
  },
];

/** The place that a failed `assert` names, with its function; undefined where the line is none of these. */
function assertPlace(line: string): Location | undefined {
  if (!/assert/i.test(line)) return undefined;
  for (const { at, file, line: number, fn } of ASSERTS) {
    const found = at.exec(line);
    const place = found ? locationOf(found[file] ?? '', found[number] ?? '') : undefined;
    const name = /([A-Za-z_]\w*)\s*(?:\(|$)/.exec(found?.[fn] ?? '')?.[1];
    if (place) return name ? { ...place, function: name } : place;
  }
  return undefined;
}

/** Lines that say that something is well, or how the whole ended. */
const NO_REASON = /:PASS\b|^\s*ok \d|\[ +OK +\]|^-+$|^make(?:\[\d+\])?: /;

/**
 * Why something failed, out of what was printed: the first failed `assert`, else the first line that names a place in a
 * source file, with the lines below it; else the last lines.
 */
export function explain(lines: readonly string[]): Pick<TestCase, 'message' | 'location'> {
  const said = lines.filter((line) => line.trim() !== '');
  const at = [assertPlace, placeIn]
    .map((find) => said.findIndex((line) => !NO_REASON.test(line) && find(line)))
    .find((index) => index >= 0);
  const shown = at === undefined ? said.slice(-MOST_LINES) : said.slice(at, at + MOST_LINES);
  const line = at === undefined ? '' : (said[at] ?? '');
  const location = assertPlace(line) ?? placeIn(line);
  const message = shown.map((text) => text.trim().slice(0, LONGEST)).join('\n');
  return { ...(message === '' ? {} : { message }), ...(location ? { location } : {}) };
}
