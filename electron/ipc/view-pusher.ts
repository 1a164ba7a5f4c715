import type { ConsoleView, RunDelta, RunsView, RunView, TreeView, View } from '../../shared/views.js';

/** Pushes each view that differs from the last of its kind, under the next revision. */
export interface ViewPusher {
  offer(view: RunsView | TreeView | ConsoleView): void;
  /** Of a trace that the window knows only what was appended is compared and pushed. */
  offerRun(view: RunView): void;
  /** The window no longer holds what was pushed of the run. */
  forget(run: string): void;
  /** Of the view that was pushed last. */
  revision(): number;
}

/** What the window holds of a run's view. */
interface Mirrored {
  revision: number;
  /** Of the trace, which is only ever appended to. */
  rows: number;
  /** All but the trace. */
  content: string;
}

export function createViewPusher(push: (view: View) => void): ViewPusher {
  const sent = new Map<string, string>();
  const mirrored = new Map<string, Mirrored>();
  let revision = 0;
  return {
    offer: (view) => {
      const key = keyOf(view);
      const content = JSON.stringify({ ...view, revision: 0 });
      if (sent.get(key) === content) return;
      sent.set(key, content);
      revision += 1;
      push({ ...view, revision });
    },
    offerRun: (view) => {
      const { topic: _, trace, ...rest } = view;
      const before = mirrored.get(view.run);
      const content = JSON.stringify(rest);
      if (before?.content === content && before.rows === trace.length) return;
      revision += 1;
      mirrored.set(view.run, { revision, rows: trace.length, content });
      push(before === undefined ? { ...view, revision } : deltaOf(view, before, revision));
    },
    forget: (run) => {
      mirrored.delete(run);
      for (const key of [...sent.keys()]) if (key.split(' ')[1] === run) sent.delete(key);
    },
    revision: () => revision,
  };
}

/** Ids of runs have no blanks: they are names of folders of ours. */
function keyOf(view: RunsView | TreeView | ConsoleView): string {
  if (view.topic === 'runs') return view.topic;
  return view.topic === 'tree' ? `${view.topic} ${view.run}` : `${view.topic} ${view.run} ${view.node}`;
}

function deltaOf(view: RunView, before: Mirrored, revision: number): RunDelta {
  const { trace, ...rest } = view;
  const appended = trace.slice(before.rows);
  return { ...rest, topic: 'run-delta', revision, base_revision: before.revision, appended };
}
