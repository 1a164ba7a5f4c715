import { create } from 'zustand';
import type { About, Demo } from '../../shared/ipc.js';
import type { ConsoleView, RunsView, RunView, View } from '../../shared/views.js';

/** What main pushed last, and what it told once. Nothing here is computed. */
interface Mirror {
  about: About | null;
  demos: readonly Demo[];
  runs: RunsView | null;
  run: RunView | null;
  console: ConsoleView | null;
}

export const useMirror = create<Mirror>(() => ({
  about: null,
  demos: [],
  runs: null,
  run: null,
  console: null,
}));

/**
 * Takes a view in place of the one before it; one that arrives late, or is of a run that is not looked at any more, is
 * dropped.
 *
 * @param run the run that is looked at
 */
export function takeView(view: View, run: string | null): void {
  const known = useMirror.getState();
  if (view.topic !== 'runs' && view.run !== run) return;
  const before = known[view.topic];
  const same =
    before !== null && (before.topic === 'runs' || view.topic === 'runs' || before.run === view.run);
  if (same && before.revision > view.revision) return;
  useMirror.setState({ [view.topic]: view });
}

/** Forgets the run that was looked at. */
export function forgetRun(): void {
  useMirror.setState({ run: null, console: null });
}
