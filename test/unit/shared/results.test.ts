import { describe, expect, it } from 'vitest';
import { breaksOffAnew } from '../../../shared/results.js';

const whole = { ended_by: 'exit' as const, incomplete: null, doubled: [] };
const HANGS = { ended_by: 'timeout' as const };
const DIES = { ended_by: 'pattern' as const, fault: { kind: 'HardFault', causes: [] } };

describe('a session that dies or hangs', () => {
  it('does so anew where it came to its end before', () => {
    expect([HANGS, DIES].map((now) => breaksOffAnew(now, whole))).toEqual([true, true]);
    expect(breaksOffAnew({ ended_by: 'silence' }, whole)).toBe(true);
    expect(breaksOffAnew({ ended_by: 'silence' }, { ...whole, ended_by: 'silence' })).toBe(false);
    expect(breaksOffAnew({ ended_by: 'pattern' }, whole)).toBe(false);
  });

  it('does so anew where only what was printed twice kept it from being complete', () => {
    const doubled = { ...whole, incomplete: '2 cases were announced, 3 reported', doubled: ['a'] };
    expect([HANGS, DIES].map((now) => breaksOffAnew(now, doubled))).toEqual([true, true]);
  });

  it('may have come further where it did not come to its end before', () => {
    const early = { ...whole, incomplete: 'the target bailed out no clock' };
    const died = { ...whole, ...DIES, incomplete: 'the target faulted', doubled: ['a'] };
    for (const before of [early, died]) expect(breaksOffAnew(HANGS, before)).toBe(false);
  });
});
