import { describe, expect, it } from 'vitest';
import { notGranted, tighten } from '../../../../../electron/effects/firmware-loop/start/tighten.js';
import { PolicySchema } from '../../../../../shared/policy.js';
import { TaskSchema } from '../../../../../shared/task.js';
import { inEnglish } from '../../../../../shared/texts/words.js';

const person = PolicySchema.parse({
  ...{ maxIterations: 5, riskThreshold: 0.5, successConfidence: 0.7, searchSec: 60 },
});
const constraints = (asked: object) => TaskSchema.shape.constraints.parse(asked);

describe('what a task asks of the policy', () => {
  it.each([
    ['maxIterations', 3, 9],
    ['riskThreshold', 0.2, 1],
    ['successConfidence', 0.95, 0],
    ['searchSec', 10, 600],
  ] as const)('is in force where %s is stricter, and not where it is looser', (field, stricter, looser) => {
    const asked = constraints({ [field]: stricter });
    expect(tighten(person, asked)).toEqual({ ...person, [field]: stricter });
    expect(notGranted(tighten(person, asked), asked)).toEqual([]);

    const more = constraints({ [field]: looser });
    expect(tighten(person, more)).toEqual(person);
    const bound = field === 'successConfidence' ? 'at least' : 'at most';
    expect(notGranted(tighten(person, more), more).map(inEnglish)).toEqual([
      `the task asks for ${field} ${looser}, but your policy allows ${person[field]} ${bound}`,
    ]);
  });

  it('changes nothing where it asks for nothing', () => {
    expect(tighten(person, constraints({}))).toEqual(person);
    expect(notGranted(person, constraints({}))).toEqual([]);
  });

  it('is a smaller budget and no network, never a larger one and none of the person’s locks undone', () => {
    const strict = PolicySchema.parse({ budget: { tokens: 100, requests: 9 }, offline: true });
    const asked = constraints({ budget: { tokens: 5000, requests: 2 } });
    expect(tighten(strict, asked)).toMatchObject({ budget: { tokens: 100, requests: 2 }, offline: true });
    expect(tighten(person, constraints({ offline: true })).offline).toBe(true);
    expect(TaskSchema.shape.constraints.safeParse({ offline: false }).success).toBe(false);
  });
});
