import { describe, expect, it } from 'vitest';
import {
  bucketOf,
  confidenceOf,
  type Features,
  pathsOf,
  wilsonLower,
} from '../../../../electron/machine/firmware-loop/confidence.js';

const features = (more: Partial<Features> = {}): Features => ({
  failedBefore: 1,
  rejected: 0,
  classes: 1,
  first: true,
  composite: false,
  choice: { flags: [], common: 1, executing: 5 },
  ...more,
});

describe("Wilson's lower bound", () => {
  // worked by hand from the formula; z = 0.8416 stands for 80 %, 1.6449 for 95 %, one-sided
  it.each([
    [10, 10, 0.8416, 10 / (10 + 0.8416 ** 2)],
    [10, 10, 1.6449, 10 / (10 + 1.6449 ** 2)],
    [5, 10, 0.8416, 0.5 - 0.8416 / (2 * Math.sqrt(10 + 0.8416 ** 2))],
  ])('of %i right of %i at z = %f', (right, n, z, bound) => {
    expect(wilsonLower(right, n, z)).toBeCloseTo(bound, 6);
  });

  it('is 0 where none is right, and of nothing', () => {
    expect(wilsonLower(0, 10)).toBeCloseTo(0, 10);
    expect(wilsonLower(0, 0)).toBe(0);
  });
});

describe('a confidence', () => {
  const paths = pathsOf(bucketOf(features()));
  const special = paths.at(-1) ?? '';

  it('is the bound of the bucket that fits best', () => {
    const figures = { all: [100, 10], [special]: [20, 19] } as const;
    const told = confidenceOf(features(), figures);
    expect(told).toMatchObject({ calibrated: true, counted: { n: 20, right: 19 } });
    expect(told.value).toBeCloseTo(wilsonLower(19, 20), 2);
    expect(told.parts).toHaveLength(5);
  });

  it('is that of the parent where fewer than ten were counted', () => {
    const figures = { all: [100, 10], [paths[1] ?? '']: [50, 40], [special]: [9, 9] } as const;
    expect(confidenceOf(features(), figures)).toMatchObject({
      counted: { n: 50, right: 40 },
      bucket: ['all', 'held'],
    });
  });

  it('is uncalibrated where fewer than thirty cases were counted, and less for one of several classes', () => {
    expect(confidenceOf(features(), { all: [29, 29] })).toMatchObject({ calibrated: false, value: 0.9 });
    expect(confidenceOf(features({ classes: 2 }), {})).toMatchObject({ calibrated: false, value: 0.45 });
  });

  it.each<[string, Partial<Features>]>([
    ['no held-out cases', { failedBefore: 0 }],
    ['many held-out cases', { failedBefore: 5 }],
    ['other classes', { classes: 2 }],
    ['a flag', { choice: { flags: ['self_comparison'], common: 1, executing: 5 } }],
    ['a rare kind', { choice: { flags: [], common: 0.1, executing: 5 } }],
    ['few cases that run it', { choice: { flags: [], common: 1, executing: 1 } }],
    ['patches below it', { composite: true }],
  ])('is counted apart for %s', (_, more) => {
    expect(bucketOf(features(more))).not.toEqual(bucketOf(features()));
  });

  it('is counted by the coarse steps alone where no held-out case has told anything', () => {
    const none = { failedBefore: 0, rejected: 0 };
    const rare = { flags: [], common: 0.1, executing: 1 };
    expect(bucketOf(features({ ...none, choice: rare }))).toEqual(bucketOf(features(none)));
    expect(bucketOf(features({ ...none, classes: 2 }))).not.toEqual(bucketOf(features(none)));
    expect(bucketOf(features({ failedBefore: 0, rejected: 1 }))[1]).toBe('held');
  });
});
