import type { Channel, Gate, RunSummary, Transition } from '../../shared/events.js';
import type { MockedRole } from '../../shared/mock-outcome.js';
import type { Problem } from '../../shared/problem.js';
import type { ReportHead, Verdict } from '../../shared/report.js';
import type { RUN_OWNERS } from '../../shared/views.js';
import type { NodeDetails } from './nodes.js';

export interface ListedRun extends RunSummary {
  /** Neither finished nor waiting for an answer, here or in a run that it dispatched, and no live process drives it: it can be resumed. */
  interrupted: boolean;
  /** That it works on, absolute; null: none, or more than one. */
  repository: string | null;
  /** Number of its nodes. */
  nodes: number;
  /** The run, and the node of it, that dispatched this one; null: a person started it. */
  parent: { run: string; node: string } | null;
  /** The question of a run that it dispatched and works for, where it waits for that one; null: it does not. */
  waits_on: { run: string; gate: string } | null;
}

/** An answer with what the person saw: the question itself, or the code that was shown with it. */
export interface GivenAnswer {
  /** One of the gate’s choices, or `IN_WORDS`. */
  answer: string;
  /** What the person wrote with it. */
  text?: string | null;
  by: Channel;
  seen: { binding: string } | { code: string | undefined };
}

/** What of a run waits for a person: an answer, or that somebody has it go on. */
export type Waits = Gate | { type: 'interrupted'; state: string; at: string };

export interface RunList {
  /** Oldest first. */
  runs: ListedRun[];
  /** By run; its questions in the order in which they were asked. */
  waiting: ReadonlyMap<string, readonly Waits[]>;
  /** Of the finished ones, by run. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** Why the others could not be read. */
  quarantined: Problem[];
  /** Number of runs whose journal has yet to be read. */
  unread: number;
}

export interface RunDetails {
  summary: RunSummary;
  /** Null while the run is not finished, and where its report cannot be read. */
  report: ReportHead | null;
  /** Why the report that is there cannot be read. */
  reportProblem: Problem | null;
  /** Root first, parents before their children. */
  nodes: readonly NodeDetails[];
  /** Of all nodes, in the order of time. */
  trace: Transition[];
  gates: Gate[];
  /** The run's folder: artifacts, reports, patch file. */
  folder: string;
  /** Roles that a mock plays, with what it does now. */
  mocks: MockedRole[];
  /** Whose live process drives the run. */
  owner: (typeof RUN_OWNERS)[number];
}
