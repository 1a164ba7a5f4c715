import { describe, expect, it } from 'vitest';
import { deal } from '../../../../build/test/deal.mjs';

describe('shards', () => {
  it('are of like weight, hold every file once, and come out the same each time', () => {
    const weights = [90, 60, 50, 40, 30, 20, 10];
    const dealt = deal(weights, 3, (weight) => weight);
    expect(dealt).toEqual([
      [90, 20],
      [60, 30, 10],
      [50, 40],
    ]);
    expect(dealt).toEqual(deal(weights, 3, (weight) => weight));
  });

  it('are empty where there are fewer files', () => {
    expect(deal([1], 2, () => 1)).toEqual([[1], []]);
  });
});
