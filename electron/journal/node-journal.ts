import type { Gate } from '../../shared/events.js';
import type { Result } from '../../shared/problem.js';
import { storedWords } from '../../shared/texts/words.js';
import { type Db, prepared } from './database.js';
import {
  type ChildNode,
  MAIN,
  type Message,
  type NodeHeader,
  type OperationStatus,
  type StoredMessage,
  type StoredOperation,
  type StoredSnapshot,
  type TransitionCommit,
} from './records.js';
import { GATE, HEADER, INBOX, NODE, OPERATION, SNAPSHOT, TRACE } from './rows.js';
import { orThrow, type Tables } from './tables.js';

/**
 * The durable memory of one node of a run. Reads give `Result`: a damaged record is an error with its place. Writes,
 * and the small reads of live coordination, throw: `databaseProblem` says in words what.
 */
export interface NodeJournal {
  /** `main`, or the id of the operation that started the node. */
  readonly path: string;
  about(): Result<NodeHeader>;
  snapshot(): Result<StoredSnapshot>;
  /** Of an operation or gate at a revision; the same again after a restart. A call that goes on over several revisions (`callKind`) has one id. */
  idOf(seq: number, kind: string): string;
  /** One transaction: trace row, snapshot, operations of the state that is left, messages that are used up, and all answers to its questions. */
  commit(change: TransitionCommit): void;
  operation(id: string): Result<StoredOperation | null>;
  intend(operation: { id: string; kind: string; seq: number; intent: unknown; at: number }): void;
  mark(id: string, status: OperationStatus): void;
  /** Whether an operation was begun at `seq` of which nobody knows how it ended. */
  hasBegun(seq: number): boolean;
  /** One transaction: a child of that path, begun by the operation of the same id at `seq`, which is STARTED with it. */
  spawn(child: NodeHeader & { path: string; seq: number; first: StoredSnapshot }): void;
  /** One transaction: something is said to a child that has ended, and the operation that says it is STARTED. */
  followUp(o: { id: string; kind: string; seq: number; intent: unknown; message: Message }): void;
  /** The children that were begun at `seq`, in order. */
  children(seq: number): Result<ChildNode[]>;
  /** Those of the whole run, in the order in which they were asked. */
  gates(): Result<Gate[]>;
  putGate(gate: Gate): void;
  /** What was said to this node and has led to nothing yet, oldest first. */
  pending(): StoredMessage[];
}

/** An open journal: its tables, and the database in which they lie. */
export interface Store {
  db: Db;
  tables: Tables;
  file: string;
}

const NEXT_MESSAGE = 'SELECT coalesce(max(id), 0) + 1 AS n FROM inbox';

/** The number of the next message of a run. */
export const nextMessage = (db: Db): number => (prepared(db, NEXT_MESSAGE).get() as { n: number }).n;

/** A message as it is stored. */
export const messageRow = (id: number, { payload, ...message }: Message) => ({
  id,
  ...message,
  payload: JSON.stringify(payload),
  consumed: null,
});

const CALL = 'call.';

const BEGUN = "WHERE node = ? AND seq = ? AND status IN ('INTENT', 'STARTED')";

/** The kind of a node's n-th call, counted from 1: it may wait for an answer in one state and be made in another. */
export const callKind = (n: number): string => `${CALL}${n}`;

/** What of a run's journal is one node's. */
export function nodeJournal(store: Store, path: string): NodeJournal {
  const { db, tables } = store;
  const { need, find, list, insert, replace, update, write, note } = tables;
  let prefix: string | null = path === MAIN ? null : path;
  return {
    path,
    about: () => aboutNode(tables, path),
    snapshot: () => need(SNAPSHOT, 'WHERE node = ?', path),
    idOf: (seq, kind) => {
      prefix ??= orThrow(need(HEADER)).prefix;
      return kind.startsWith(CALL) ? `${prefix}.${kind}` : `${prefix}.${seq}.${kind}`;
    },
    commit: (change) => {
      const name = path === MAIN ? `commit ${change.trace.seq}` : `commit ${path} ${change.trace.seq}`;
      write(name, () => commitTransition(db, tables, path, change));
    },
    operation: (id) => find(OPERATION, 'WHERE id = ?', id),
    intend: (o) => {
      const row = { ...o, node: path, status: 'INTENT', intent: JSON.stringify(o.intent), outcome: null };
      // STARTED follows before anything is done, and is durable
      note(`intent ${o.id}`, () => replace(OPERATION, row));
    },
    mark: (id, status) => {
      write(`${status.toLowerCase()} ${id}`, () => update(OPERATION, { status }, 'WHERE id = ?', id));
    },
    hasBegun: (seq) => orThrow(list(OPERATION, `${BEGUN} LIMIT 1`, path, seq)).length > 0,
    spawn: (child) => {
      write(`spawn ${child.path}`, () => insertChild(tables, path, child));
    },
    followUp: ({ message, ...o }) => {
      const row = { ...o, node: path, status: 'STARTED', intent: JSON.stringify(o.intent), outcome: null };
      write(`follow up ${o.id}`, () => {
        replace(OPERATION, { ...row, at: message.at });
        insert(INBOX, messageRow(nextMessage(db), message));
      });
    },
    children: (seq) => list(NODE, 'WHERE parent = ? AND parent_seq = ? ORDER BY rowid', path, seq),
    gates: () => list(GATE, 'ORDER BY at, rowid'),
    putGate: (g) => {
      const { gate: id, binding, answer, answered_by } = g;
      const row = {
        id,
        node: path,
        body: JSON.stringify(g),
        binding,
        answer,
        answered_by,
        at: Date.parse(g.at),
      };
      write(`gate ${id}`, () => replace(GATE, row));
    },
    // all are read: one whose type is damaged would not be found by it
    pending: () => orThrow(list(INBOX, 'ORDER BY id')).filter((m) => m.node === path && m.consumed === null),
  };
}

function aboutNode({ need }: Tables, path: string): Result<NodeHeader> {
  if (path === MAIN) return need(HEADER);
  return need(NODE, 'WHERE path = ?', path);
}

type Spawned = Parameters<NodeJournal['spawn']>[0];

function insertChild({ insert, update }: Tables, parent: string, child: Spawned): void {
  const { path, seq, first, machine, machineVersion: machine_version, goal, createdAt: created_at } = child;
  const [header, initial_context] = [JSON.stringify(child.header), JSON.stringify(child.initialContext)];
  const start = { machine, machine_version, goal, created_at, header, initial_context };
  insert(NODE, { path, parent, parent_seq: seq, ...start, cut: 0 });
  insert(SNAPSHOT, { node: path, machine, ...first, context: JSON.stringify(first.context) });
  update(OPERATION, { status: 'STARTED' }, 'WHERE id = ?', path);
}

const NEXT = 'SELECT coalesce(max(n), 0) + 1 AS n FROM trace';

/** Writes one transition of a node, within one transaction: all of it or nothing (design §2). */
function commitTransition(
  db: Db,
  { insert, replace, update }: Tables,
  node: string,
  { trace, snapshot, observed, unfinished, consumed, cut }: TransitionCommit,
): void {
  const { from, to, event, evidence, reason, ...plain } = trace;
  const [stored, listed] = [JSON.stringify(event), JSON.stringify(evidence)];
  const { n } = prepared(db, NEXT).get() as { n: number };
  const told = {
    from_state: from,
    to_state: to,
    event: stored,
    reason: storedWords(reason),
    evidence: listed,
  };
  insert(TRACE, { n, node, ...plain, ...told });
  replace(SNAPSHOT, { node, machine: trace.machine, ...snapshot, context: JSON.stringify(snapshot.context) });
  for (const { id, outcome } of observed) {
    const seen = { status: 'OBSERVED', outcome: JSON.stringify(outcome ?? null) };
    update(OPERATION, seen, 'WHERE id = ?', id);
  }
  update(OPERATION, { status: unfinished }, BEGUN, node, trace.seq - 1);
  for (const path of cut) update(NODE, { cut: 1 }, 'WHERE path = ?', path);
  for (const id of consumed) update(INBOX, { consumed: trace.seq }, 'WHERE id = ?', id);
  // the state is left with its questions: their answers stand in the gates, and answer nothing that is asked later
  update(INBOX, { consumed: trace.seq }, "WHERE node = ? AND type = 'answer' AND consumed IS NULL", node);
}
