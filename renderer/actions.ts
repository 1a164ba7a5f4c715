import type { Channel } from '../shared/channels.js';
import { MAIN } from '../shared/events.js';
import { RUN_CALLS } from '../shared/ipc/runs.js';
import type { Contract, Input, Output } from '../shared/ipc.js';
import { RunsPushSchema, type RunsView, type WaitingItem } from '../shared/views.js';
import { caller, onView } from './client.js';
import { forgetRun, takeView, useMirror } from './mirror/mirror.js';
import { parentsOf } from './runs/tree-lines.js';
import { select, useSelection } from './selection.js';
import { useSettings } from './settings/settings.js';

/** The function that makes the calls of one area and shows what went wrong; null where it did. */
export function asker<A extends Channel>(calls: Contract<A>) {
  const call = caller(calls);
  return async <C extends A>(channel: C, input: Input<C>): Promise<Output<C> | null> => {
    const result = await call(channel, input);
    if (result.ok) return result.value;
    select({ problem: result.error });
    return null;
  };
}

/** Makes a call about runs. */
export const ask = asker(RUN_CALLS);

/** Has main push the views of a run, and the nodes of those that it was dispatched by; anew where it does already. */
export const watch = (run: string): Promise<unknown> => ask('watch', { run, beside: besides(run) });

const besides = (run: string): string[] => parentsOf(useMirror.getState().runs?.runs ?? [], run);

const machineOf = (run: string | null): string | undefined =>
  useMirror.getState().runs?.runs.find((known) => known.run === run)?.machine;

/** The machine of the node that is looked at. */
export function machineShown(): string | undefined {
  const { run, node } = useSelection.getState();
  const nodes = run === null ? undefined : useMirror.getState().trees[run]?.nodes;
  return nodes?.find(({ path }) => path === node)?.machine;
}

/**
 * Looks at a run, and at one of its nodes.
 *
 * @param node absent: the one that is looked at, or the root of another run
 */
export async function showRun(run: string, node?: string): Promise<void> {
  const before = useSelection.getState();
  if (before.run === run) {
    if (node !== undefined && node !== before.node) select({ node, filter: null, place: null });
    return;
  }
  const parents = besides(run);
  forgetRun([run, ...parents]);
  const folded = new Set(
    [...before.folded].filter((key) => !parents.some((one) => key.startsWith(`${one} `))),
  );
  // a run of another machine has other parts
  const tab = machineOf(run) === machineOf(before.run) ? before.tab : null;
  select({ run, node: node ?? MAIN, tab, filter: null, place: null, gateLater: [], folded });
  await watch(run);
}

/** Goes to something that waits: its run with its question, or the flash. */
export async function openWaiting({ key, run }: WaitingItem): Promise<void> {
  const view = run === null ? 'flash' : 'runs';
  select({ dialog: null, view, opened: key, gateLater: [], flashLater: null });
  if (run === null) return;
  await showRun(run);
  // it stands in the conversation
  if (machineOf(run) === 'session') select({ tab: null, node: MAIN });
}

function openKey(key: string): void {
  const item = useMirror.getState().runs?.waiting.find((known) => known.key === key);
  if (item !== undefined) void openWaiting(item);
}

/** Starts mirroring; done when everything that main tells once has arrived. */
export async function connect(): Promise<void> {
  onView('runs', RunsPushSchema, (view) => {
    if (view.topic === 'open') return openKey(view.key);
    const before = useMirror.getState().runs;
    const { run } = useSelection.getState();
    if (!takeView(view, run) && run !== null) void watch(run);
    if (view.topic !== 'runs') return;
    if (run !== null && parentsOf(before?.runs ?? [], run).join() !== besides(run).join()) void watch(run);
    follow(view, before);
  });
  useSettings.subscribe(({ language }) => void ask('speak', { language }));
  void ask('speak', { language: useSettings.getState().language });
  const [about, demos, runs] = await Promise.all([
    ask('about', undefined),
    ask('demos', undefined),
    ask('runs', undefined),
  ]);
  useMirror.setState({ about, demos: demos ?? [] });
  if (runs === null) return;
  takeView(runs, null);
  if (runs.problem !== null) select({ problem: runs.problem });
  const first = runs.started ?? runs.runs[0]?.run;
  if (first !== undefined && useSelection.getState().run === null) await showRun(first);
}

/** What this process was told to start is shown, or why it could not start. */
function follow({ started, problem }: RunsView, before: RunsView | null): void {
  if (problem !== null && (before?.problem ?? null) === null) select({ problem });
  if (started === null || started === before?.started) return;
  select({ view: 'runs' });
  void showRun(started);
}
