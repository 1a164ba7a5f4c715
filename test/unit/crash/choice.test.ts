import { describe, expect, it } from 'vitest';
import { chance, crashSeed, everyFew } from '../../crash/chance.js';
import { placesOf } from '../../crash/points.js';
import { tempDir } from '../../fixtures/firmware-run.js';

const points = Array.from({ length: 47 }, (_, i) => i);

describe('what the crash tests choose', () => {
  it('is about as many points as asked for, and every point within as many seeds as there are points between two', () => {
    const chosen = Array.from({ length: 8 }, (_, seed) => everyFew(points, 6, 1000 + seed));
    expect(chosen.flat().toSorted((a, b) => a - b)).toEqual(points);
    for (const few of chosen) expect([5, 6]).toContain(few.length);
  });

  it('is the same for a seed and a purpose, and other for another', () => {
    const drawn = (seed: number, purpose: string) => {
      const draw = chance(seed, purpose);
      return [draw(), draw()];
    };
    expect(drawn(1, 'a')).toEqual(drawn(1, 'a'));
    const all = [...drawn(1, 'a'), ...drawn(1, 'b'), ...drawn(2, 'a')];
    expect(new Set(all).size).toBe(6);
    expect(all.every((number) => number >= 0 && number < 1)).toBe(true);
  });

  it('follows the seed that is given, and is the first of all where there is neither that nor a commit', () => {
    expect(crashSeed(tempDir(), { BENCHLOOP_CRASH_SEED: '7' })).toBe(7);
    expect(crashSeed(tempDir(), {})).toBe(0);
  });
});

describe('the place of a point', () => {
  it('is the same in each scene, in whatever process it is reached, and says how often its write was made', () => {
    const run = (id: string) => [
      ...[
        'before commit 1',
        'after commit 1',
        `before child ${id}.main.1.build`,
        `after child ${id}.main.1.build`,
      ],
      ...['before child ended', 'after child ended', 'before commit 1', 'before commit 1', 'after commit 1'],
    ];
    const places = placesOf(run('20260101-000000-abcd'));
    expect(placesOf(run('20270202-111111-ef01'))).toEqual(places);
    expect(places).toEqual([
      ...['before commit 1, time 1', 'after commit 1, time 1'],
      ...['before child RUN.main.1.build, time 1', 'after child RUN.main.1.build, time 1'],
      ...['before end of child RUN.main.1.build, time 1', 'after end of child RUN.main.1.build, time 1'],
      ...['before commit 1, time 2', 'before commit 1, time 2', 'after commit 1, time 2'],
    ]);
  });
});
