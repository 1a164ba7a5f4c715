import { describe, expect, it } from 'vitest';
import { centreWithin } from '../../../renderer/diagram/centre.js';

describe('centreWithin', () => {
  it('is what is wanted in the middle of a long diagram, and stays inside at its ends', () => {
    expect(centreWithin(500, 100, 0, 1000)).toBe(500);
    expect(centreWithin(20, 100, 0, 1000)).toBe(100);
    expect(centreWithin(990, 100, 0, 1000)).toBe(900);
  });

  it('is the middle of a diagram that fits', () => {
    expect(centreWithin(20, 100, 0, 150)).toBe(75);
  });
});
