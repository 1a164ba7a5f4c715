import { describe, expect, it } from 'vitest';
import { treeView } from '../../../electron/ipc/run-view.js';
import { type Line, linesOf, moveOf, parentsOf, type Trees } from '../../../renderer/runs/tree-lines.js';
import type { RunItem } from '../../../shared/views.js';
import { details, nodeDetails } from '../../fixtures/ipc/scripted-core.js';

const item = (run: string, change: Partial<RunItem> = {}): RunItem => ({
  ...details(run).summary,
  ...{ verdict: null, interrupted: false, driven: false, nodes: 1, parent: null, ...change },
});
const node = (path: string, parent: string | null) => nodeDetails({ path, parent });

const RUNS = [
  item('new', { nodes: 4 }),
  item('new-rest', { parent: { run: 'new', node: 'main.1.b' } }),
  item('new-lost', { parent: { run: 'new', node: 'main.9.gone' } }),
  item('old'),
];
const NEW = treeView(
  details('new', {
    nodes: [
      node('main', null),
      node('main.1.a', 'main'),
      node('main.1.b', 'main'),
      node('main.1.b.0.c', 'main.1.b'),
    ],
  }),
);
const lines = (more: Partial<Trees> = {}): Line[] =>
  linesOf({ runs: RUNS, trees: { new: NEW }, shown: 'new', folded: new Set(), ...more });
const drawn = (of: readonly Line[]): string[] =>
  of.map(
    ({ key, level, isOpen }) =>
      `${'  '.repeat(level - 1)}${key}${isOpen === null ? '' : isOpen ? ' -' : ' +'}`,
  );

describe('the tree of runs', () => {
  it('has the nodes of the shown run below it, and a dispatched run below the node that dispatched it', () => {
    expect(drawn(lines())).toEqual([
      'new main -',
      '  new main.1.a',
      '  new main.1.b -',
      '    new main.1.b.0.c',
      '    new-rest main',
      '  new-lost main',
      'old main',
    ]);
    expect(lines().map(({ position, of }) => `${position}/${of}`)).toEqual([
      ...['1/2', '1/3', '2/3', '1/2', '2/2', '3/3', '2/2'],
    ]);
  });

  it('keeps the runs open by which the shown one was dispatched, and no other', () => {
    expect(drawn(lines({ shown: 'new-rest' }))).toEqual(drawn(lines()));
    expect(drawn(lines({ shown: 'old' }))).toEqual(['new main +', 'old main']);
    expect(drawn(lines({ shown: 'new-rest', trees: {} }))).toEqual([
      'new main -',
      '  new-rest main',
      '  new-lost main',
      'old main',
    ]);
  });

  it('hides what is below a line that the person folded', () => {
    expect(drawn(lines({ folded: new Set(['new main.1.b']) }))[2]).toBe('  new main.1.b +');
    expect(drawn(lines({ folded: new Set(['new main']) }))).toEqual(['new main +', 'old main']);
  });

  it('is a list where no run has more than one node, whatever is shown', () => {
    const runs = Array.from({ length: 200 }, (_, at) => item(`r${at}`));
    const flat = linesOf({ runs, trees: {}, shown: 'r7', folded: new Set() });
    expect(flat.map(({ level, isOpen }) => [level, isOpen])).toEqual(runs.map(() => [1, null]));
    expect(flat.at(-1)).toMatchObject({ position: 200, of: 200 });
  });

  it('lists a run at the top whose parent is not among the runs', () => {
    expect(drawn(linesOf({ runs: RUNS.slice(1), trees: {}, shown: null, folded: new Set() }))).toEqual([
      'new-rest main',
      'new-lost main',
      'old main',
    ]);
    expect(parentsOf(RUNS, 'new-rest')).toEqual(['new']);
    expect(parentsOf(RUNS, null)).toEqual([]);
  });
});

describe('the keys of the tree', () => {
  const press = (key: string, at: number, of = lines()) => {
    const move = moveOf(key, of, at);
    if (move === null) return null;
    return 'to' in move ? move.to : Object.entries(move).map(([does, line]) => `${does} ${line.key}`)[0];
  };

  it('move to the line above or below, the first and the last, and no further', () => {
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown'].map((key) => press(key, 2))).toEqual([
      3, 1, 0, 6, 6,
    ]);
    expect(press('ArrowUp', 0)).toBe(0);
    expect(press('ArrowDown', 6)).toBe(6);
  });

  it('open a line that is folded, and go into one that is open', () => {
    const folded = lines({ folded: new Set(['new main.1.b']) });
    expect(press('ArrowRight', 2, folded)).toBe('open new main.1.b');
    expect(press('ArrowRight', 2)).toBe(3);
    expect(press('ArrowRight', 6)).toBeNull();
  });

  it('fold a line that is open, and go from any other to its parent', () => {
    expect(press('ArrowLeft', 2)).toBe('fold new main.1.b');
    expect(press('ArrowLeft', 3)).toBe(2);
    expect(press('ArrowLeft', 5)).toBe(0);
    expect(press('ArrowLeft', 6)).toBeNull();
  });

  it('choose a line with Enter or the space bar; others are left alone', () => {
    expect(press('Enter', 4)).toBe('choose new-rest main');
    expect(press(' ', 1)).toBe('choose new main.1.a');
    expect(press('x', 1)).toBeNull();
    expect(press('Enter', 0, [])).toBeNull();
  });
});
