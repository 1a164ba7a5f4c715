import { describe, expect, it } from 'vitest';
import { type Filter, lineFilter, switched, withFilter } from '../../../../renderer/console/line-filters.js';

const error: Filter = { kind: 'include', pattern: 'E', on: true };
const noise: Filter = { kind: 'exclude', pattern: 'noise', on: true };

describe('the filters of the console', () => {
  it('count while they are on', () => {
    const warn: Filter = { kind: 'include', pattern: 'W', on: true };
    const all = [error, noise, warn];
    expect(lineFilter(all, true)).toEqual({ include: ['E', 'W'], exclude: ['noise'], ignoreCase: true });
    expect(lineFilter(switched(all, error), false)).toMatchObject({ include: ['W'], exclude: ['noise'] });
    expect(lineFilter(switched(all, noise), false).exclude).toEqual([]);
  });

  it('hold each expression once; adding one again switches it on', () => {
    const off = switched([error, noise], error);
    expect(withFilter(off, error)).toEqual([error, noise]);
    expect(withFilter([error], { kind: 'exclude', pattern: 'E' })).toEqual([
      error,
      { ...error, kind: 'exclude' },
    ]);
  });
});
