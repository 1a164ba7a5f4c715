import { describe, expect, it } from 'vitest';
import { ROW_HEIGHT, scrollScale } from '../../../renderer/list/scroll-scale.js';

describe('the scale of a long list', () => {
  it('is one to one as long as the page can be laid out', () => {
    const scale = scrollScale(1000, 180);
    expect(scale).toMatchObject({ height: 1000 * ROW_HEIGHT, lastTop: 990, scaled: false });
    expect(scale.topOf(36)).toBe(2);
    expect(scale.scrollTopOf(2)).toBe(36);
  });

  it('reaches the first and the last of 30 million rows', () => {
    const scale = scrollScale(30_000_000, 900);
    expect(scale.scaled).toBe(true);
    expect(scale.height).toBeLessThan(33_000_000);
    expect(scale.topOf(0)).toBe(0);
    expect(scale.topOf(scale.height - 900)).toBeCloseTo(30_000_000 - 50);
    expect(scale.scrollTopOf(scale.lastTop)).toBeCloseTo(scale.height - 900);
  });

  it('does not scroll what fits, and not where there is nothing', () => {
    expect(scrollScale(3, 180)).toMatchObject({ height: 180, lastTop: 0 });
    expect(scrollScale(0, 0).topOf(10)).toBe(0);
  });
});
