import type { RunEvent, Transition } from '../../shared/events.js';
import type { Result } from '../../shared/problem.js';
import type { Words } from '../../shared/texts/words.js';
import type { NodeJournal } from '../journal/node-journal.js';
import type { RunJournal } from '../journal/run-journal.js';
import type { Approver } from './approver.js';
import type { Delegation, DispatchEnd } from './effect.js';
import type { Inbox } from './inbox.js';
import type { Kit } from './kit.js';

/** A node with what its machine works with. */
export interface OpenNode {
  journal: NodeJournal;
  kit: Kit;
  header: unknown;
  bench: unknown;
  /** The approval policy answers that scope with yes. */
  approves: Approver;
}

/** A run of its own that works for an operation of this one. */
export interface DispatchedRun {
  /** `waiting`: at a gate that nobody here can answer. */
  end: Promise<Result<DispatchEnd> | { waiting: string }>;
  /** Asks it to stop, and waits no longer than its owner wants to. */
  cancel(reason: Words): void;
}

/** What all nodes of one run share. The process that has it owns the run. */
export interface Tree {
  run: string;
  journal: RunJournal;
  inbox: Inbox;
  emit: (event: RunEvent) => void;
  now: () => number;
  /** Somebody may answer while we wait (a terminal, the window); otherwise a gate suspends the run. */
  attended: boolean;
  /** Aborted when nobody is there any more: as if not attended from now on. */
  deserted?: AbortSignal | undefined;
  /** Called between a commit and the next effect; a demonstration slows down here. */
  pace?: ((transition: Transition) => Promise<void>) | undefined;
  /** The kit of that machine. Error: what a person is told where there is none of that version. */
  kitOf: (machine: string) => Result<Kit>;
  /** Opens a child node that the journal has. */
  open: (path: string) => Promise<Result<OpenNode>>;
  /** Starts the run of that id or finds it, and drives it or watches who does. Without a delegation none is started. */
  dispatch: (id: string, delegation: Delegation | null, operation: string) => DispatchedRun;
}

/** What ends a node's work from outside. */
export interface Control {
  /** Why it is to be given up; null: it is not. */
  reason(): Words | null;
  /** Nothing is waited for any more. */
  forced(): boolean;
  /** Its parent is suspended, and so is it. */
  isSuspended(): boolean;
  /** Its parent has gone on without it: it writes nothing any more. */
  isCut(): boolean;
}

/** The process's own operator: once asks, twice forces. */
export type AbortControl = Pick<Control, 'reason' | 'forced'>;

export const rootControl = (operator: AbortControl): Control => ({
  ...operator,
  isSuspended: () => false,
  isCut: () => false,
});
