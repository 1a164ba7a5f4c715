import type { Answer, Channel, Gate, RunSummary, Transition } from '../../shared/events.js';
import type { Panels } from '../../shared/panels.js';
import type { Problem } from '../../shared/problem.js';
import type { ReportHead, Verdict } from '../../shared/report.js';

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

export interface RunDetails extends Panels {
  summary: RunSummary;
  /** Null while the run is not finished, and where its report cannot be read. */
  report: ReportHead | null;
  /** Why the report that is there cannot be read. */
  reportProblem: Problem | null;
  /** Of all nodes, in the order of time. */
  trace: Transition[];
  gates: Gate[];
  /** The run's folder: artifacts, reports, patch file. */
  folder: string;
  /** A live process drives the run. */
  owned: boolean;
}
