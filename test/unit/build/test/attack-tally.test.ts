import { describe, expect, it } from 'vitest';
import { counted, cutOff, joined, NOTHING } from '../../../../build/test/attack-tally.mjs';
import { drawOf } from '../../../attacks/draw.js';

describe('the tally of an attack', () => {
  it('counts each attempt as held or as broken, and keeps what is needed to repeat the latter', () => {
    const tally = counted(counted(NOTHING, 7, null), 8, 'it got out');
    expect(tally).toMatchObject({ tried: 2, held: 1, broken: 1 });
    expect(tally.findings).toEqual([{ attempt: 8, what: 'it got out' }]);
  });

  it('counts all that is broken, and shows the first ones', () => {
    let tally = NOTHING;
    for (let n = 1; n <= 100; n += 1) tally = counted(tally, n, 'again');
    expect(tally).toMatchObject({ tried: 100, held: 0, broken: 100 });
    expect(tally.findings.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('counts an attempt that did not come back as broken, once', () => {
    const cut = cutOff({ ...counted(NOTHING, 1, null), underWay: 2 }, 'hung');
    expect(cut).toMatchObject({ tried: 2, held: 1, broken: 1, underWay: null });
    expect(cutOff(cut, 'hung')).toEqual(cut);
  });

  it('is the sum of its parts, and over where the last one is', () => {
    const first = { ...counted(NOTHING, 1, 'a'), seconds: 2 };
    const second = { ...counted(NOTHING, 2, null), seconds: 3, isOver: true };
    expect(joined(first, second)).toEqual({
      ...{ tried: 2, held: 1, broken: 1, findings: [{ attempt: 1, what: 'a' }] },
      ...{ seconds: 5, isOver: true, underWay: null },
    });
  });
});

describe('what an attempt draws', () => {
  const drawn = (seed: number, attempt: number) => {
    const draw = drawOf(seed, 'x', attempt);
    return [draw.below(1000), draw.pick(['a', 'b', 'c']), draw.some([1, 2, 3, 4], 2, 3)];
  };

  it('is the same for its seed and number, whatever was drawn before', () => {
    expect(drawn(5, 3)).toEqual(drawn(5, 3));
    expect(drawn(5, 3)).not.toEqual(drawn(5, 4));
    expect(drawn(5, 3)).not.toEqual(drawn(6, 3));
  });

  it('is within its bounds, and takes nothing twice', () => {
    for (let n = 1; n < 200; n += 1) {
      const draw = drawOf(1, 'bounds', n);
      expect(draw.below(3)).toBeLessThan(3);
      const some = draw.some(['a', 'b', 'c', 'd'], 1, 3);
      expect(some.length).toBeGreaterThanOrEqual(1);
      expect(some.length).toBeLessThanOrEqual(3);
      expect(new Set(some).size).toBe(some.length);
    }
  });
});
