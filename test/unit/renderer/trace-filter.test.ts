import { describe, expect, it } from 'vitest';
import { filterChoices, filtered, filterId } from '../../../renderer/trace/filter.js';
import { transition } from '../../fixtures/ipc/scripted-core.js';

const trace = [transition(1, 'A', 'B'), transition(2, 'B', 'C'), transition(3, 'C', 'B')];
const seqs = (rows: typeof trace | readonly { seq: number }[]): number[] => rows.map(({ seq }) => seq);

describe('the filter of the trace', () => {
  it('shows everything without one', () => {
    expect(seqs(filtered(trace, null))).toEqual([1, 2, 3]);
  });

  it('shows what enters or leaves a state', () => {
    expect(seqs(filtered(trace, { state: 'C' }))).toEqual([2, 3]);
  });

  it('shows one edge in its own direction only', () => {
    expect(seqs(filtered(trace, { from: 'B', to: 'C' }))).toEqual([2]);
    expect(seqs(filtered(trace, { from: 'A', to: 'C' }))).toEqual([]);
  });

  it('offers the states and edges of the path, and what is chosen though it was never taken', () => {
    const path = [{ from: 'A', to: 'B', count: 1 }];
    const choices = filterChoices(path, { from: 'B', to: 'Z' }, (state) => `at ${state}`);
    expect(choices.map(({ text }) => text)).toEqual(['B → Z', 'at A', 'at B', 'A → B']);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(4);
    expect(filterId(null)).toBe('');
  });
});
