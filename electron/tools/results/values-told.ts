import { visible } from '../../../shared/visible-text.js';

/** How harnesses print what was wanted and what was there: Unity, cmocka, and what people write by hand. */
const FORMS: readonly RegExp[] = [
  /\bExpected (.{1,200}?) Was (.{1,200}?)(?:\.|$)/,
  /\bexpected:? (.{1,200}?),? (?:but )?(?:was|got|actual):? (.{1,200}?)(?:[.;]|$)/i,
  /^(\S{1,100}) != (\S{1,100})$/,
];

/** The two values of a failed assertion; empty where the message tells none. */
export function valuesTold(message: string | undefined): { expected?: string; actual?: string } {
  for (const line of (message ?? '').split('\n'))
    for (const form of FORMS) {
      const [, expected, actual] = form.exec(line.trim()) ?? [];
      if (expected !== undefined && actual !== undefined)
        return { expected: visible(expected), actual: visible(actual) };
    }
  return {};
}
