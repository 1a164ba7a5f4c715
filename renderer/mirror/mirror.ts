import { create } from 'zustand';
import type { About, Demo } from '../../shared/ipc/runs.js';
import type { ConsoleView, RunDelta, RunsView, RunView, View } from '../../shared/views.js';

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
 * @returns false where the view before it is not the one that it continues: the whole must be asked for
 */
export function takeView(view: View, run: string | null): boolean {
  const known = useMirror.getState();
  if (view.topic !== 'runs' && view.run !== run) return true;
  if (view.topic === 'run-delta') return takeDelta(view, known.run);
  const before = known[view.topic];
  const same =
    before !== null && (before.topic === 'runs' || view.topic === 'runs' || before.run === view.run);
  if (same && before.revision > view.revision) return true;
  useMirror.setState({ [view.topic]: view });
  return true;
}

function takeDelta({ appended, base_revision, ...rest }: RunDelta, before: RunView | null): boolean {
  const same = before?.run === rest.run;
  if (same && before.revision >= rest.revision) return true;
  if (!same || before.revision !== base_revision) return false;
  const trace = appended.length === 0 ? before.trace : [...before.trace, ...appended];
  useMirror.setState({ run: { ...rest, topic: 'run', trace } });
  return true;
}

/** Forgets the run that was looked at. */
export function forgetRun(): void {
  useMirror.setState({ run: null, console: null });
}
