import { describe, expect, it } from 'vitest';
import type { Clue, ClueKind } from '../../../../electron/agents/rules/clue.js';
import { confidenceIn } from '../../../../electron/agents/rules/confidence.js';

const clue = (kind: ClueKind, onlyFailing = false): Clue => ({
  kind,
  file: 'a.c',
  from: 1,
  to: 1,
  weight: 1,
  why: '',
  onlyFailing,
});

describe('confidence in a place', () => {
  it('is higher with every stronger kind of clue, whatever the share of the blame', () => {
    const weakest = [
      confidenceIn([], 1),
      confidenceIn([clue('names')], 0),
      confidenceIn([clue('names')], 1),
      confidenceIn([clue('calls')], 0),
      confidenceIn([clue('calls')], 1),
      confidenceIn([clue('spectrum', true)], 0.1),
      confidenceIn([clue('spectrum', true)], 1),
      confidenceIn([clue('assertion')], 0.1),
      confidenceIn([clue('assertion')], 1),
      confidenceIn([clue('fault')], 0.1),
    ];
    expect([...weakest].sort((a, b) => a - b)).toEqual(weakest);
    expect(new Set(weakest).size).toBe(weakest.length);
  });

  it('takes the strongest of several clues, in any order', () => {
    const both = [clue('names'), clue('hang')];
    expect(confidenceIn(both, 0.5)).toBe(confidenceIn([clue('hang')], 0.5));
    expect(confidenceIn(both.reverse(), 0.5)).toBe(confidenceIn([clue('hang')], 0.5));
  });

  it('is worth a search from the call graph on, and not by a name or nothing', () => {
    expect(confidenceIn([clue('calls')], 0)).toBeGreaterThanOrEqual(0.5);
    expect(confidenceIn([clue('names')], 1)).toBeLessThan(0.5);
    expect(confidenceIn([], 1)).toBeLessThan(0.5);
  });
});
