import { describe, expect, it } from 'vitest';
import { linesFound, type Now } from '../../../../electron/effects/orchestrator/research/executed-lines.js';
import { ranked } from '../../../../electron/effects/orchestrator/research/ranked.js';
import { type Coverage, CoverageSchema, linesOf, rangesOf } from '../../../../shared/coverage.js';

const BLOB = 'a'.repeat(40);
const coverage = (more: Partial<Coverage> = {}): Coverage =>
  CoverageSchema.parse({
    ...{ version: 1, run: 'r1', commit: 'c'.repeat(40), image: null, by: 'program', is_cut: false },
    files: [
      { path: 'src/ring.c', blob: BLOB, ran: '3-9,14', code: '3-9,14,20-21' },
      { path: 'test/main.c', blob: BLOB, ran: '1-4', code: null },
    ],
    cases: [
      {
        name: 'ring_full',
        status: 'fail',
        ran: [
          [0, '3-5,14'],
          [1, '1-2'],
        ],
      },
      { name: 'ring_empty', status: 'pass', ran: [[0, '3-9']] },
    ],
    left_out: { cases: 0, files: 0 },
    ...more,
  });
const now = (more: Partial<Now> = {}): Now => ({
  blobs: new Map([['src/ring.c', BLOB]]),
  targets: ['ring_*'],
  functions: [
    { name: 'ring_get', file: 'src/ring.c', line: 3, end_line: 10 },
    { name: 'ring_put', file: 'src/ring.c', line: 12, end_line: 16 },
  ],
  isChangeable: (file) => file.startsWith('src/'),
  isWithheld: () => false,
  ...more,
});
const texts = (of: Coverage, at: Now) => linesFound(of, at, 3).map(({ text, weight }) => [text, weight]);

describe('the lines that earlier cases executed', () => {
  it('name where a failing case goes and no passing one does, first, and what no case executes, last', () => {
    expect(texts(coverage(), now())).toEqual([
      [
        'src/ring.c:14 in ring_put() runs in 1 of 1 failing cases (ring_full) and in 0 of 1 passing ones [r1, commit cccccccccccc; the file is the same now]',
        0.8,
      ],
      [
        'src/ring.c:3-5 in ring_get() runs in 1 of 1 failing cases (ring_full) and in 1 of 1 passing ones [r1, commit cccccccccccc; the file is the same now]',
        0.566,
      ],
      ['src/ring.c:20-21: none of 2 measured cases executes it [r1]', 0.05],
    ]);
  });

  it('of a file that has changed since are said to be of another version, without its functions, and count less', () => {
    const [first, ...others] = texts(coverage(), now({ blobs: new Map([['src/ring.c', 'b'.repeat(40)]]) }));
    expect(first).toEqual([expect.stringMatching(/^src\/ring\.c:14 runs .*of another version now\]$/), 0.4]);
    expect(others).toEqual([]);
  });

  it('name no function of a file whose text is withheld, and no place that a patch cannot change', () => {
    const said = JSON.stringify(texts(coverage(), now({ isWithheld: () => true })));
    expect(said).toContain('src/ring.c:14 runs');
    expect(said).not.toMatch(/ring_get|ring_put|test\/main/);
  });

  it('say how far they go: cases that cannot be told apart, a trace that was cut off, what did not fit', () => {
    const said = texts(coverage({ cases: null, is_cut: true, left_out: { cases: 2, files: 1 } }), now());
    expect(said).toEqual([
      ['r1: its cases cannot be told apart: only what the whole session executes is known', 0],
      ['r1: the trace was cut off: what runs late is not in it', 0],
      ['r1: cases that were not measured or did not fit: 2', 0],
      ['r1: which lines no case executes is not known', 0],
      ['r1: files that did not fit: 1', 0],
    ]);
  });

  it('rank as hypotheses of a design; what weighs nothing is none', () => {
    const memory = linesFound(coverage({ is_cut: true }), now(), 3).map((one, i) => ({
      ...{ agent_id: 'coverage' as const, n: i + 1, ...one },
    }));
    const commit = { agent_id: 'history', n: 1, kind: 'commit', text: 'abc', weight: 0.5, slot: 1 } as const;
    expect(ranked([commit, ...memory]).map(({ weight }) => weight)).toEqual([0.8, 0.566, 0.5, 0.05]);
  });
});

describe('ranges of lines', () => {
  it('are read as they are written, and a damaged one fills no memory', () => {
    expect(rangesOf([9, 3, 4, 5, 3])).toBe('3-5,9');
    expect([...linesOf('3-5,9')]).toEqual([3, 4, 5, 9]);
    expect([rangesOf([]), linesOf('').size]).toEqual(['', 0]);
    expect(
      CoverageSchema.safeParse({ ...coverage(), files: [{ path: 'a', blob: BLOB, ran: '3-', code: null }] })
        .success,
    ).toBe(false);
  });
});
