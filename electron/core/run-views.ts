import type { Answer, Channel, Gate, RunSummary, Transition } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import type { ProviderName } from '../../shared/provider-name.js';
import type { Report, Verdict } from '../../shared/report.js';
import type { TestCase } from '../../shared/results.js';

/** What a run was started from. */
export interface TaskOfRun {
  /** Absolute path of the task file; it may have gone since. */
  file: string;
  provider: ProviderName;
  searchSec: number;
}

export interface ListedRun extends RunSummary {
  /** Neither finished nor waiting for an answer, and no live process drives it: it can be resumed. */
  interrupted: boolean;
}

/** An answer with what the person saw: the question itself, or the code that was shown with it. */
export interface GivenAnswer {
  answer: Answer;
  by: Channel;
  seen: { binding: string } | { code: string | undefined };
}

/** What of a run waits for a person: an answer, or that somebody has it go on. */
export type Waits = Gate | { type: 'interrupted'; state: string; at: string };

export interface RunList {
  /** Oldest first. */
  runs: ListedRun[];
  /** By run. */
  waiting: ReadonlyMap<string, Waits>;
  /** Of the finished ones, by run. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** Why the others could not be read. */
  quarantined: Problem[];
  /** Number of runs whose journal has yet to be read. */
  unread: number;
}

export interface RunDetails {
  summary: RunSummary;
  /** Null while the run is not finished. */
  report: Report | null;
  trace: Transition[];
  gates: Gate[];
  /** Diff of everything that is in the run's tree now against the base commit; null where nothing is. */
  patch: string | null;
  cases: TestCase[];
  /** Cases of the baseline pass, known before the report is; absent or null where there was none. */
  baseline?: TestCase[] | null;
  /** The end of the last console, at most 256 KiB of text. */
  console: string;
  /** The commit that the run works on, and how many files had uncommitted changes; null where that is not recorded. */
  base: { baseCommit: string; dirtyFiles: number } | null;
  /** Absent or null where that is not recorded. */
  task?: TaskOfRun | null;
  /** The run's folder: artifacts, reports, patch file. */
  folder: string;
  /** The holder of the run, where a live process is driving it. */
  owned: boolean;
}
