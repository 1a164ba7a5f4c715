import { beforeEach, describe, expect, it } from 'vitest';
import { newLive } from '../../../electron/ipc/live.js';
import { runView, treeView } from '../../../electron/ipc/run-view.js';
import { forgetRun, takeView, useMirror } from '../../../renderer/mirror/mirror.js';
import type { RunDelta, RunView, TreeView } from '../../../shared/views.js';
import { details, transition } from '../../fixtures/ipc/scripted-core.js';

const whole = (revision: number, rows: number): RunView => ({
  ...runView(details('r1'), newLive(), revision),
  trace: Array.from({ length: rows }, (_, i) => transition(i + 1, 'A', 'B')),
});
const delta = (base_revision: number, revision: number, seq: number): RunDelta => {
  const { trace: _, ...rest } = whole(revision, 0);
  return { ...rest, topic: 'run-delta', base_revision, appended: [transition(seq, 'B', 'A')] };
};
const rows = (): number[] => useMirror.getState().run?.trace.map(({ seq }) => seq) ?? [];

describe('the mirror', () => {
  beforeEach(() => forgetRun());

  it('appends what is new of a trace to what it holds', () => {
    expect(takeView(whole(3, 2), 'r1')).toBe(true);
    expect(takeView(delta(3, 5, 3), 'r1')).toBe(true);
    expect(takeView(delta(5, 6, 4), 'r1')).toBe(true);
    expect(rows()).toEqual([1, 2, 3, 4]);
    expect(useMirror.getState().run).toMatchObject({ topic: 'run', revision: 6 });
  });

  it('asks for the whole where a part was lost, or nothing is held', () => {
    expect(takeView(delta(3, 5, 3), 'r1')).toBe(false);
    takeView(whole(3, 2), 'r1');
    expect(takeView(delta(5, 6, 4), 'r1')).toBe(false);
    expect(rows()).toEqual([1, 2]);
    takeView(whole(7, 4), 'r1');
    expect(takeView(delta(7, 8, 5), 'r1')).toBe(true);
    expect(rows()).toEqual([1, 2, 3, 4, 5]);
  });

  it('holds the nodes of each run, and forgets those that are not shown', () => {
    const tree = (run: string, revision: number): TreeView => ({ ...treeView(details(run)), revision });
    for (const view of [tree('r1', 3), tree('r2', 4), tree('r1', 2)]) takeView(view, 'r1');
    const held = () => Object.values(useMirror.getState().trees).map(({ run, revision }) => [run, revision]);
    expect(held()).toEqual([
      ['r1', 3],
      ['r2', 4],
    ]);
    forgetRun(['r2']);
    expect(held()).toEqual([['r2', 4]]);
  });

  it('drops what is late, and what is of another run', () => {
    takeView(whole(7, 4), 'r1');
    expect(takeView(delta(3, 5, 3), 'r1')).toBe(true);
    expect(takeView(whole(6, 1), 'r1')).toBe(true);
    expect(takeView({ ...delta(7, 8, 5), run: 'r2' }, 'r1')).toBe(true);
    expect(rows()).toEqual([1, 2, 3, 4]);
  });
});
