import type { Words } from '../../shared/texts/words.js';

/** A moment at which a crash must lose nothing; tests kill the process here. */
export type FaultPoint = (name: string) => void;

export { MAIN } from '../../shared/events.js';

/** A machine at work: what it was started with. JSON data in `header` and `initialContext`. */
export interface NodeHeader {
  machine: string;
  machineVersion: number;
  goal: string;
  /** Epoch ms. */
  createdAt: number;
  header: unknown;
  initialContext: unknown;
}

/** The root node of a run, and what is said of the run with it. */
export interface RunHeader extends NodeHeader {
  id: string;
  /** What the ids of the root node begin with: its path; the run's id in a journal of before nodes. */
  prefix: string;
  /** The operation of another run that dispatched this one. */
  parent: { run: string; operation: string } | null;
}

/** A child node; its path is the id of the operation that started it. */
export interface ChildNode extends NodeHeader {
  path: string;
  /** Path of the node whose operation it is, and the revision at which that began. */
  parent: string;
  parentSeq: number;
  /** Its parent went on without waiting for its end. */
  isCut: boolean;
}

export interface StoredSnapshot {
  /** Revision: the number of the node's last transition. */
  seq: number;
  state: string;
  context: unknown;
  /** Epoch ms at which a state that waits for a person is left by its own TIMEOUT; null: never. */
  deadline: number | null;
}

export interface TraceRow {
  /** Number among all transitions of the run, from 1 without a gap. */
  n: number;
  node: string;
  /** Number among the node's transitions, from 1 without a gap. */
  seq: number;
  machine: string;
  from: string;
  to: string;
  /** The whole event with its payload. */
  event: { type: string; at: number };
  reason: Words;
  iteration: number;
  evidence: string[];
  retry_count: number;
  retry_reason: string | null;
  at: number;
}

/** INTENT → STARTED → OBSERVED, with CANCELLED and UNKNOWN (design §2). */
export const OPERATION_STATUSES = ['INTENT', 'STARTED', 'OBSERVED', 'CANCELLED', 'UNKNOWN'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

export interface StoredOperation {
  id: string;
  node: string;
  kind: string;
  seq: number;
  status: OperationStatus;
  intent: unknown;
  outcome: unknown;
}

/** Whatever a person or another process says to a run, and what the runner asks of itself before it acts (TIMEOUT). */
export interface Message {
  node: string;
  type: string;
  /** JSON data. */
  payload: unknown;
  by: string;
  channel: string;
  /** Epoch ms. */
  at: number;
}

export interface StoredMessage extends Message {
  id: number;
  /** Revision of the transition that used it; null while it waits. */
  consumed: number | null;
}

export interface OwnerRecord {
  pid: number;
  startTime: string;
  bootId: string;
}

export interface ChildRecord {
  pid: number;
  startTime: string;
  operation: string;
}

/** What one transition of a node writes, all of it or nothing. */
export interface TransitionCommit {
  trace: Omit<TraceRow, 'n' | 'node'>;
  snapshot: StoredSnapshot;
  observed: readonly { id: string; outcome: unknown }[];
  /** What becomes of the left state's operations that were begun and not observed. */
  unfinished: 'CANCELLED' | 'UNKNOWN';
  /** Ids of the messages that the transition uses up. */
  consumed: readonly number[];
  /** Paths of children whose end it does not wait for. */
  cut: readonly string[];
}
