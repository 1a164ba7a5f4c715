import type { TestResult } from '../../../shared/results.js';
import { joined, type Message, nested, text, type Words } from '../../../shared/texts/words.js';
import type { TaskFacts } from './context.js';

/** Cases that differ between runs of one image. @param visible those that are not held out; `all` counts both */
export function flakyWords(visible: readonly string[], all: number): Message {
  const names = visible.join(', ');
  if (visible.length === all) return text`the same image gave different results: ${names}`;
  return visible.length === 0
    ? text`the same image gave different results: a held-out case`
    : text`the same image gave different results: ${names}, a held-out case`;
}

/** What a test run that does not pass is said to lack. */
export interface Failing {
  /** Why it is no whole test run. */
  incomplete: string | null;
  failing: readonly string[];
  /** Patterns of the task that no reported case matches. */
  unmatched: readonly string[];
  /** Cases that were reported more than once. */
  doubled: readonly string[];
  metrics: readonly Message[];
}

/** Where nothing of this can be named, held-out cases failed. */
export function failingWords({ incomplete, failing, unmatched, doubled, metrics }: Failing): Words {
  const absent = unmatched.filter((pattern) => !failing.includes(pattern));
  const told = [
    ...(incomplete === null ? [] : [incomplete]),
    ...listed(failing, (names) => text`not passing: ${names}`),
    ...listed(absent, (patterns) => text`no case was reported for ${patterns}`),
    ...listed(
      doubled,
      (names) => text`reported more than once: ${names} (does the code under test print verdicts?)`,
    ),
    ...(metrics.length === 0 ? [] : [text`metrics: ${nested(joined(...metrics))}`]),
  ];
  return told.length > 0 ? joined(...told) : text`held-out failed`;
}

const listed = (names: readonly string[], say: (names: string) => Message): Message[] =>
  names.length === 0 ? [] : [say(names.join(', '))];

/** Metrics that exceed what the task allows; a limit on something unmeasured does not hold. */
export const metricWords = (
  metrics: TestResult['metrics'] | undefined,
  { maxTextBytes, maxTestDurationMs }: Pick<TaskFacts, 'maxTextBytes' | 'maxTestDurationMs'>,
): Message[] => [
  ...over(metrics?.image_text_bytes, maxTextBytes, {
    unknown: text`image text bytes not measured`,
    more: (value, limit) => text`image text bytes ${value} > ${limit}`,
  }),
  ...over(metrics?.test_duration_ms, maxTestDurationMs, {
    unknown: text`test duration ms not measured`,
    more: (value, limit) => text`test duration ms ${value} > ${limit}`,
  }),
];

function over(
  value: number | undefined,
  limit: number | null,
  say: { unknown: Message; more: (value: number, limit: number) => Message },
): Message[] {
  if (limit === null || (value !== undefined && value <= limit)) return [];
  return [value === undefined ? say.unknown : say.more(value, limit)];
}
