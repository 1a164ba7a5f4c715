import type { RunEvent } from '../../shared/events.js';
import { ok, type Problem, type Result } from '../../shared/problem.js';
import type { RunsView, View, WaitingItem } from '../../shared/views.js';
import type { Core } from '../core/core-api.js';
import type { RunDetails } from '../core/run-views.js';
import { type Live, newLive, tailOf, withConsole, withProgress } from './live.js';
import { runView, treeView } from './run-view.js';
import { createViewPusher } from './view-pusher.js';
import { type FlashQuestion, waitingOf } from './waiting.js';

/** Events of one burst become one push. */
const COALESCE_MS = 50;
/** How often it is looked whether other processes do something to a shown run. */
const POLL_MS = 1000;
/** The list looks at the files of every run: after that many polls, or at the next one if a run moved. */
const POLLS_PER_LIST = 3;
/** Between two parts of a long list, so that other work gets its turn. */
const NEXT_PART_MS = 20;
/** Journals that are read for one list at most, some ms each: a long history must not hold the window up. */
const READ_AT_ONCE = 12;

export interface ViewStore {
  /** Takes an event of a run that this process drives. */
  accept(event: RunEvent): void;
  /** Notes what only this process knows of a run. */
  note(run: string, change: Partial<Live>): void;
  /** Something changed that no journal tells of: what is shown is read again. */
  refresh(): void;
  /** This process started the run: the window is to show it. */
  show(run: string): void;
  /** A flash by hand asks the person; null: not any more. */
  askFlash(question: FlashQuestion | null): void;
  /** What this process was told to start could not start. */
  refuse(problem: Problem): void;
  /**
   * From now on pushes the views of a run, now and whenever they change, and of no other run more than its line.
   *
   * @param beside runs of which the nodes are shown as well; one that cannot be read is left out
   * @returns errors: those of `Core.details`; nothing is watched then
   */
  watch(run: string, beside?: readonly string[]): Result<void>;
  runs(): RunsView;
  /** Ends all timers; nothing is pushed any more. */
  close(): void;
}

interface Shown {
  details: RunDetails;
  /** Of the journal that was read. */
  stamp: string | null;
  /** Only its nodes are shown. */
  isBeside: boolean;
}

/**
 * Folds events and journals into whole views and pushes each one that differs from the last of its kind. The journal is
 * the only source of what is in it; events say when to read it again, and carry what is not in it.
 *
 * @param onWaiting told what waits for a person with each list; `whole`: of every run that could be read
 */
export function createViewStore(
  core: Core,
  push: (view: View) => void,
  onWaiting: (waiting: readonly WaitingItem[], whole: boolean) => void = () => {},
): ViewStore {
  const lives = new Map<string, Live>();
  const shown = new Map<string, Shown>();
  const stale = new Set<string>();
  const pusher = createViewPusher(push);
  const isDriven = (run: string): boolean => lives.get(run)?.driven ?? false;
  let polls = 0;
  let runsMoved = false;
  let started: string | null = null;
  let problem: Problem | null = null;
  let flash: FlashQuestion | null = null;
  let flushing: NodeJS.Timeout | undefined;
  let listing: NodeJS.Timeout | undefined;
  const polling = setInterval(poll, POLL_MS);

  function liveOf(run: string): Live {
    const live = lives.get(run) ?? newLive();
    lives.set(run, live);
    return live;
  }

  function reread(run: string): void {
    if (!stale.delete(run)) return;
    const read = look(run, shown.get(run)?.isBeside ?? false);
    if (read.ok) take(run, read.value);
    else liveOf(run).problem = read.error;
  }

  function take(run: string, read: Shown): void {
    shown.set(run, read);
    pusher.offer(treeView(read.details));
  }

  /** The stamp is taken first: what is written meanwhile makes another one. */
  function look(run: string, isBeside: boolean): Result<Shown> {
    const stamp = core.stamp(run);
    const trace = shown.get(run)?.details.trace ?? [];
    const details = core.details(run, trace.length);
    if (!details.ok) return details;
    return ok({ stamp, isBeside, details: { ...details.value, trace: [...trace, ...details.value.trace] } });
  }

  function forgetShown(): void {
    for (const run of shown.keys()) pusher.forget(run);
    shown.clear();
    stale.clear();
  }

  /** The end of another process leaves no mark in the journal that it held. */
  const mayHaveMoved = (run: string, { stamp, details }: Shown): boolean =>
    !isDriven(run) && (details.owner !== 'nobody' || core.stamp(run) !== stamp);

  function offerRun(run: string): void {
    reread(run);
    const known = shown.get(run);
    if (known === undefined || known.isBeside) return;
    const live = liveOf(run);
    pusher.offerRun(runView(known.details, live, 0));
    for (const { path: node, panels } of known.details.nodes) {
      const { text, cut } = live.consoles[node] ?? { text: panels.console, cut: false };
      pusher.offer({ topic: 'console', revision: 0, run, node, ...tailOf(text, cut) });
    }
  }

  function flush(): void {
    flushing = undefined;
    for (const run of shown.keys()) offerRun(run);
  }

  function schedule(): void {
    flushing ??= setTimeout(flush, COALESCE_MS);
  }

  function poll(): void {
    for (const [run, known] of shown) if (mayHaveMoved(run, known)) stale.add(run);
    flush();
    polls += 1;
    if (runsMoved || polls % POLLS_PER_LIST === 0) offerRuns();
  }

  function offerRuns(): void {
    runsMoved = false;
    pusher.offer(runsView());
  }

  function runsView(): RunsView {
    const { list, unread } = listRuns(core, isDriven, flash);
    clearTimeout(listing);
    if (unread) listing = setTimeout(offerRuns, NEXT_PART_MS);
    onWaiting(list.waiting, !unread);
    return { ...list, revision: 0, started, problem };
  }

  return {
    accept: (event) => {
      const live = liveOf(event.run);
      if (event.type === 'progress') live.progress = withProgress(live.progress, event);
      else if (event.type === 'console') live.consoles = withConsole(live.consoles, event);
      else {
        stale.add(event.run);
        runsMoved = true;
      }
      schedule();
    },
    note: (run, change) => {
      Object.assign(liveOf(run), change);
      stale.add(run);
      runsMoved = true;
      schedule();
    },
    refresh: () => {
      for (const run of shown.keys()) stale.add(run);
      schedule();
    },
    show: (run) => {
      started = run;
      offerRuns();
    },
    askFlash: (question) => {
      flash = question;
      offerRuns();
    },
    refuse: (why) => {
      problem = why;
      offerRuns();
    },
    watch: (run, beside = []) => {
      const read = look(run, false);
      forgetShown();
      if (!read.ok) return read;
      take(run, read.value);
      offerRun(run);
      for (const other of beside) {
        const nodes = look(other, true);
        if (nodes.ok) take(other, nodes.value);
      }
      return ok(undefined);
    },
    runs: () => ({ ...runsView(), revision: pusher.revision() }),
    close: () => {
      clearInterval(polling);
      clearTimeout(flushing);
      clearTimeout(listing);
    },
  };
}

type ListedRuns = Omit<RunsView, 'revision' | 'started' | 'problem'>;

/** The list of runs, newest first; `unread`: the next call has more. */
function listRuns(
  core: Core,
  isDriven: (run: string) => boolean,
  flash: FlashQuestion | null,
): { list: ListedRuns; unread: boolean } {
  const { runs, verdicts, waiting, quarantined, unread } = core.runs(READ_AT_ONCE);
  const items = [...runs].reverse().map((known) => ({
    ...known,
    verdict: verdicts.get(known.run) ?? null,
    driven: isDriven(known.run),
  }));
  const queue = waitingOf(items, waiting, flash);
  return { list: { topic: 'runs', runs: items, waiting: queue, quarantined }, unread: unread > 0 };
}
