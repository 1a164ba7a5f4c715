/** A moment at which a crash must lose nothing; tests kill the process here. */
export type FaultPoint = (name: string) => void;

export interface RunHeader {
  id: string;
  machine: string;
  machineVersion: number;
  goal: string;
  /** Epoch ms. */
  createdAt: number;
  /** What the run was started with (task, profile, policy, provider, approvals), as JSON data. */
  header: unknown;
  initialContext: unknown;
}

export interface StoredSnapshot {
  /** Revision: the number of the last transition. */
  seq: number;
  state: string;
  context: unknown;
}

export interface TraceRow {
  seq: number;
  machine: string;
  from: string;
  to: string;
  /** The whole event with its payload. */
  event: { type: string; at: number };
  reason: string;
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
  kind: string;
  seq: number;
  status: OperationStatus;
  intent: unknown;
  outcome: unknown;
}

export interface StoredRequest {
  kind: 'abort' | 'TIMEOUT';
  seq: number;
  reason: string;
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

/** What one transition writes, all of it or nothing. */
export interface TransitionCommit {
  trace: TraceRow;
  snapshot: StoredSnapshot;
  observed: readonly { id: string; outcome: unknown }[];
  /** What becomes of the left state's operations that were begun and not observed. */
  unfinished: 'CANCELLED' | 'UNKNOWN';
}
