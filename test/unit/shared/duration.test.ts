import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { LONGEST_SEC, seconds } from '../../../shared/duration.js';
import { PolicySchema } from '../../../shared/policy.js';
import { ProfileSchema } from '../../../shared/profile.js';
import { TaskSchema } from '../../../shared/task.js';

/** The longest delay of a timer, ms (Node: timers). */
const TIMER_MS = 2 ** 31 - 1;

/** Names of numbers of seconds in a JSON Schema, and the most that each may be. */
function limits(node: unknown, name = ''): [name: string, most: unknown][] {
  if (typeof node !== 'object' || node === null) return [];
  const own: [string, unknown][] =
    /Sec$/.test(name) && 'type' in node ? [[name, 'maximum' in node ? node.maximum : null]] : [];
  return [...own, ...Object.entries(node).flatMap(([key, child]) => limits(child, key))];
}

const inNumbers = (schema: z.ZodType): [string, unknown][] =>
  limits(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })).filter(
    ([, most]) => most !== undefined,
  );

describe('a number of seconds', () => {
  it('fits a timer with room to spare, and what does not is refused', () => {
    expect(LONGEST_SEC * 1000).toBeLessThan(TIMER_MS / 2);
    expect(seconds.safeParse(LONGEST_SEC).success).toBe(true);
    for (const wrong of [0, -1, LONGEST_SEC + 1, 2_200_000, 1e99, Number.POSITIVE_INFINITY])
      expect(seconds.safeParse(wrong).success, String(wrong)).toBe(false);
  });

  it.each<[string, z.ZodType]>([
    ['task', TaskSchema],
    ['policy', PolicySchema],
    ['profile', ProfileSchema],
  ])('has that limit everywhere in a %s', (_, schema) => {
    const found = inNumbers(schema).filter(([name]) => name !== 'stateTimeoutSec');
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(([, most]) => most !== LONGEST_SEC)).toEqual([]);
  });
});
