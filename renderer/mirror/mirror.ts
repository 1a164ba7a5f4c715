import { create } from 'zustand';
import type { About, Demo } from '../../shared/ipc/runs.js';
import type { ConsoleView, RunDelta, RunsView, RunView, TreeView, View } from '../../shared/views.js';

/** What main pushed last, and what it told once. Nothing here is computed. */
interface Mirror {
  about: About | null;
  demos: readonly Demo[];
  runs: RunsView | null;
  run: RunView | null;
  /** By run: of the one that is looked at, and of those that it was dispatched by. */
  trees: Readonly<Record<string, TreeView>>;
  /** Of the run that is looked at, by node. */
  consoles: Readonly<Record<string, ConsoleView>>;
}

export const useMirror = create<Mirror>(() => ({
  about: null,
  demos: [],
  runs: null,
  run: null,
  trees: {},
  consoles: {},
}));

/**
 * Takes a view in place of the one before it; one that arrives late, or is of a run that is not looked at any more, is
 * dropped.
 *
 * @param run the run that is looked at
 * @returns false where the view before it is not the one that it continues: the whole must be asked for
 */
export function takeView(view: View, run: string | null): boolean {
  const { runs, run: shown, trees, consoles } = useMirror.getState();
  if (view.topic === 'runs') useMirror.setState({ runs: newer(view, runs) });
  else if (view.topic === 'tree')
    useMirror.setState({ trees: { ...trees, [view.run]: newer(view, trees[view.run]) } });
  else if (view.run !== run) return true;
  else if (view.topic === 'run-delta') return takeDelta(view, shown);
  else if (view.topic === 'run')
    useMirror.setState({ run: newer(view, shown?.run === view.run ? shown : null) });
  else useMirror.setState({ consoles: { ...consoles, [view.node]: newer(view, consoles[view.node]) } });
  return true;
}

const newer = <V extends { revision: number }>(view: V, before: V | null | undefined): V =>
  before && before.revision > view.revision ? before : view;

function takeDelta({ appended, base_revision, ...rest }: RunDelta, before: RunView | null): boolean {
  const same = before?.run === rest.run;
  if (same && before.revision >= rest.revision) return true;
  if (!same || before.revision !== base_revision) return false;
  const trace = appended.length === 0 ? before.trace : [...before.trace, ...appended];
  useMirror.setState({ run: { ...rest, topic: 'run', trace } });
  return true;
}

/** Forgets the run that was looked at, and the nodes of all runs but those. */
export function forgetRun(kept: readonly string[] = []): void {
  const trees = Object.entries(useMirror.getState().trees).filter(([run]) => kept.includes(run));
  useMirror.setState({ run: null, consoles: {}, trees: Object.fromEntries(trees) });
}
