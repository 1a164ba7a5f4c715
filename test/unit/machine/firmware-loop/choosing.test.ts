import { describe, expect, it } from 'vitest';
import {
  beginChoosing,
  bestBelow,
  type Choosing,
  featuresOf,
  nextClass,
  settle,
} from '../../../../electron/machine/firmware-loop/choosing.js';
import { bucketOf, pathsOf } from '../../../../electron/machine/firmware-loop/confidence.js';
import type { Choice } from '../../../../shared/choice.js';

const choice = (patch: string): Choice => ({
  ...{ patch, what: patch, kind: 'k', place: { file: 'a.c', line: 1, function: null }, flags: [] },
  ...{ common: 1, score: 1, executing: null, found_ms: 0, same: [], difference: null },
});
const known = { failedBefore: 0, composite: false };
const o = { ...known, figures: {}, threshold: 0.8 };
const tried = (
  choosing: Choosing,
  state: 'rejected' | 'below',
  confidence: number | null = null,
): Choosing => {
  const settled = settle(choosing, state, confidence);
  return { ...settled, at: nextClass(settled, o), changes: settled.changes + 1 };
};

describe('the classes of plausible patches', () => {
  const all = beginChoosing(['a', 'b', 'c', 'd', 'e'].map(choice), null);

  it('are tried in their order, the first and three others in a run', () => {
    let now = all;
    const order: (number | null)[] = [now.at];
    for (let turn = 0; turn < 4; turn += 1) {
      now = tried(now, 'rejected');
      order.push(now.at);
    }
    expect(order).toEqual([0, 1, 2, 3, null]);
  });

  it('keep that number over a second search of the run', () => {
    const again = beginChoosing([choice('f'), choice('g')], { ...all, changes: 3 });
    expect(nextClass(settle(again, 'rejected', null), o)).toBeNull();
  });

  it('are taken up again once the rejection of others has made them sure enough', () => {
    const two = beginChoosing([choice('a'), choice('b')], null);
    const after = settle({ ...settle(two, 'below', 0.5), at: 1 }, 'rejected', null);
    const features = featuresOf(after, 0, known);
    if (!features) throw new Error('no features');
    const bucket = pathsOf(bucketOf(features)).at(-1) ?? '';
    const of = (right: number) => ({ all: [40, 10], [bucket]: [40, right] }) as const;
    expect(nextClass(after, { ...o, figures: of(40) })).toBe(0);
    expect(nextClass(after, { ...o, figures: of(20) })).toBeNull();
  });

  it('count a rejected class as evidence, and no more as one that is left', () => {
    const after = { ...settle(all, 'rejected', null), at: 1 };
    expect(featuresOf(after, 1, known)).toMatchObject({ rejected: 1, classes: 4, first: true });
    expect(featuresOf(after, 2, known)).toMatchObject({ first: false });
  });

  it('offer the surest that passed, the first of equals', () => {
    const passed = settle(
      { ...settle({ ...settle(all, 'below', 0.3), at: 1 }, 'below', 0.6), at: 2 },
      'below',
      0.6,
    );
    expect(bestBelow(passed)).toBe(1);
    expect(bestBelow(all)).toBeNull();
  });
});
