import { describe, expect, it } from 'vitest';
import { countFigures, foldByProject } from '../../../bench/repair/figures.js';

const many = (count: number, project: string, bucket: string, right: boolean) =>
  Array.from({ length: count }, (_, at) => ({ case: `${project}-${at}`, project, bucket, right }));

describe('figures', () => {
  it('count an answer in its bucket and in each above it', () => {
    const figures = countFigures([
      { case: '1', project: 'p', bucket: 'all/a/b', right: true },
      { case: '2', project: 'q', bucket: 'all/a/c', right: false },
    ]);
    expect(figures).toEqual({ 'all/a/b': [1, 1], 'all/a/c': [1, 0], 'all/a': [2, 1], all: [2, 1] });
  });

  it('count a case once in a bucket, as right where all its answers there are', () => {
    const one = { case: '1', project: 'p', bucket: 'all/a' };
    const figures = countFigures([
      { ...one, right: true },
      { ...one, right: true },
      { ...one, bucket: 'all/b', right: false },
    ]);
    expect(figures).toEqual({ 'all/a': [1, 1], 'all/b': [1, 0], all: [1, 0] });
  });

  it('of a project are counted without it', () => {
    const counted = [...many(10, 'p', 'all', true), ...many(20, 'q', 'all', false)];
    const folded = foldByProject(counted, ['p', 'q', 'r']);
    expect(folded.get('p')).toEqual({ all: [20, 0] });
    expect(folded.get('q')).toEqual({ all: [10, 10] });
    expect(folded.get('r')).toEqual({ all: [30, 10] });
  });
});
