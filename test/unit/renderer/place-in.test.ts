import { describe, expect, it } from 'vitest';
import { markOf, placeIn } from '../../../renderer/console/place-in.js';

const LINES = ['boot', 'ok 1 - ring_full_twice', 'ok 2 - ring_full', 'done'];
const of = (first: number, last: number, name: string | null) =>
  ({ kind: 'console', first, last, name }) as const;

describe('where evidence stands in a console', () => {
  it('is the line that has the name as a word of its own', () => {
    expect(placeIn(LINES, of(3, 0, 'ring_full'))).toEqual({ from: 1, to: 4, target: 2 });
  });

  it('is the first line of the range where none has it, and where none is asked for', () => {
    expect(placeIn(LINES, of(2, 1, 'ring_full_twice'))?.target).toBe(2);
    expect(placeIn(LINES, of(2, 1, null))).toEqual({ from: 2, to: 3, target: 2 });
  });

  it('begins with what is shown where the beginning was cut off, and is nowhere where all was', () => {
    expect(placeIn(LINES, of(9, 2, null))).toEqual({ from: 0, to: 2, target: 0 });
    expect(placeIn([], of(9, 2, null))).toBeNull();
    expect(placeIn(LINES, { kind: 'case', name: 'ring_full' })).toBeNull();
  });

  it('marks the line, and its range in another way', () => {
    const led = { from: 1, to: 3, target: 2 };
    expect([0, 1, 2, 3].map((index) => markOf(index, led))).toEqual([
      undefined,
      'line-marked',
      'line-target',
      undefined,
    ]);
  });
});
