import { describe, expect, it } from 'vitest';
import { thinned } from '../../../../electron/bench/console/sheet/plotter.js';
import { pathOf, rangeOf } from '../../../../renderer/console/plot-path.js';

describe('a plot', () => {
  it('keeps every peak when there are more points than can be seen', () => {
    const points = Array.from({ length: 100_000 }, (_, i): [number, number] => [i, i === 77_777 ? 9 : i % 2]);
    const drawn = thinned(points);
    expect(drawn.length).toBeLessThanOrEqual(1000);
    expect(Math.max(...drawn.map(([, value]) => value))).toBe(9);
    expect(drawn.map(([time]) => time)).toEqual(drawn.map(([time]) => time).sort((a, b) => a - b));
  });

  it('goes to the right with time and upwards with the value', () => {
    const points: [number, number][] = [
      [10, -1],
      [20, 3],
    ];
    const range = rangeOf([{ name: 'x', points }]);
    expect(range && pathOf(points, range, { width: 100, height: 40 })).toBe('M0.0 40.0L100.0 0.0');
  });

  it('draws what never changes in the middle, and nothing of nothing', () => {
    const flat = rangeOf([{ name: 'x', points: [[1, 5]] }]);
    expect(flat && pathOf([[1, 5]], flat, { width: 10, height: 10 })).toBe('M5.0 5.0');
    expect(rangeOf([])).toBeNull();
  });
});
