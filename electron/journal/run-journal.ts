import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Gate } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type Db, openDatabase, prepared } from './database.js';
import { examine } from './examine.js';
import { type Ownership, ownershipOf } from './ownership.js';
import type {
  ChildRecord,
  FaultPoint,
  OperationStatus,
  RunHeader,
  StoredOperation,
  StoredRequest,
  StoredSnapshot,
  TraceRow,
  TransitionCommit,
} from './records.js';
import { CHILD, GATE, HEADER, OPERATION, REQUEST, SNAPSHOT, TRACE, unreadable } from './rows.js';
import { orThrow, type Tables, tablesOf } from './tables.js';
import { commitTransition } from './transition.js';

export const JOURNAL_FILE = 'journal.db';

/**
 * The durable memory of one run. Reads give `Result`: a damaged record is an error with its place. Writes,
 * and the small reads of live coordination, throw: `databaseProblem` says in words what.
 */
export interface RunJournal {
  readonly file: string;
  header(): Result<RunHeader>;
  snapshot(): Result<StoredSnapshot>;
  /** All transitions, 1 (or the one behind number `after`) to the snapshot's revision without a gap. */
  trace(after?: number): Result<TraceRow[]>;
  /** The same without reading what the rows say. Error: JOURNAL_CORRUPT with the row that is missing. */
  traceIsWhole(): Result<void>;
  /** One transaction: trace row, snapshot, what became of the operations of the state that is left. */
  commit(change: TransitionCommit): void;
  operation(id: string): Result<StoredOperation | null>;
  intend(operation: { id: string; kind: string; seq: number; intent: unknown; at: number }): void;
  mark(id: string, status: OperationStatus): void;
  /** In the order in which they were asked. */
  gates(): Result<Gate[]>;
  putGate(gate: Gate): void;
  /**
   * Records an answer to what `binding` stands for; it is compared in the statement that records it. False where the gate
   * is not there, was answered, or asks about something else by now.
   */
  answerGate(id: string, answer: 'yes' | 'no', by: string, binding: string): boolean;
  request(request: StoredRequest, at: number): void;
  pendingRequest(kind: StoredRequest['kind']): StoredRequest | null;
  readonly ownership: Ownership;
  childStarted(child: ChildRecord): void;
  childEnded(pid: number): void;
  children(): ChildRecord[];
  close(): void;
}

/** Opens the journal of an existing run. Errors: JOURNAL_CORRUPT, HOME_UNWRITABLE. */
export function openRunJournal(dir: string, fault: FaultPoint = () => {}): Result<RunJournal> {
  const file = path.join(dir, JOURNAL_FILE);
  if (!existsSync(file)) return fail(unreadable(file, 'there is no journal'));
  const opened = openDatabase(file);
  if (!opened.ok) return opened;
  const db = opened.value;
  const version = examine(db, file);
  if (!version.ok) {
    db.close();
    return version;
  }
  return ok(journalOn(db, tablesOf(db, file, { fault, sealed: version.value !== 0 }), file));
}

function journalOn(db: Db, tables: Tables, file: string): RunJournal {
  const { need, list, insert, replace, write, note } = tables;
  const ownership = ownershipOf(tables, path.dirname(file));
  return {
    file,
    header: () => need(HEADER),
    snapshot: () => need(SNAPSHOT),
    trace: (after = 0) => completeTrace(tables, file, after),
    traceIsWhole: () => {
      const at = need(SNAPSHOT);
      if (!at.ok) return at;
      const rows = z.object({ n: z.number() }).parse(prepared(db, COUNT_ROWS).get(at.value.seq)).n;
      if (rows === at.value.seq) return ok(undefined);
      const told = completeTrace(tables, file, 0);
      return told.ok ? ok(undefined) : told;
    },
    commit: (change) => {
      write(`commit ${change.trace.seq}`, () => commitTransition(tables, change));
    },
    ...operations(tables),
    ...gates(tables),
    request: (r, at) => {
      write(`request ${r.kind}`, () => insert(REQUEST, { ...r, at, handled: 0 }));
    },
    // all are read: one whose kind is damaged would not be found by it
    pendingRequest: (kind) =>
      orThrow(list(REQUEST, 'ORDER BY id DESC')).find((r) => r.isPending && r.request.kind === kind)
        ?.request ?? null,
    ownership,
    // no child outlives this uptime of the computer
    childStarted: (c) => {
      const row = { pid: c.pid, start_time: c.startTime, operation: c.operation };
      note(`child ${c.operation}`, () => replace(CHILD, row));
    },
    childEnded: (pid) => {
      note('child ended', () => prepared(db, 'DELETE FROM child WHERE pid = ?').run(pid));
    },
    children: () => orThrow(list(CHILD)),
    close: () => {
      ownership.release();
      db.close();
    },
  };
}

const COUNT_ROWS = 'SELECT count(*) AS n FROM trace WHERE seq BETWEEN 1 AND ?';

/** A row that was lost is damage too: without it nothing can be replayed. */
function completeTrace({ need, list }: Tables, file: string, after: number): Result<TraceRow[]> {
  // The snapshot first: what the run's owner commits meanwhile is then a row more, not one that is missing.
  const at = need(SNAPSHOT);
  if (!at.ok) return at;
  const rows = list(TRACE, 'WHERE seq > ? ORDER BY seq', after);
  if (!rows.ok) return rows;
  const gap = rows.value.findIndex((row, i) => row.seq !== after + i + 1);
  const end = after + rows.value.length;
  const missing = gap >= 0 ? after + gap + 1 : end < at.value.seq ? end + 1 : null;
  return missing === null ? rows : fail(unreadable(file, `trace row ${missing}: is missing`));
}

function operations({
  find,
  replace,
  update,
  write,
  note,
}: Tables): Pick<RunJournal, 'operation' | 'intend' | 'mark'> {
  return {
    operation: (id) => find(OPERATION, 'WHERE id = ?', id),
    intend: (o) => {
      const row = { ...o, status: 'INTENT', intent: JSON.stringify(o.intent), outcome: null };
      // STARTED follows before anything is done, and is durable
      note(`intent ${o.id}`, () => replace(OPERATION, row));
    },
    mark: (id, status) => {
      write(`${status.toLowerCase()} ${id}`, () => update(OPERATION, { status }, 'WHERE id = ?', id));
    },
  };
}

const OPEN_AND_THE_SAME = 'WHERE id = ? AND answer IS NULL AND binding = ?';

function gates({
  list,
  replace,
  update,
  write,
}: Tables): Pick<RunJournal, 'gates' | 'putGate' | 'answerGate'> {
  return {
    gates: () => list(GATE, 'ORDER BY at, rowid'),
    putGate: (g) => {
      const { gate: id, binding, answer, answered_by } = g;
      const row = { id, body: JSON.stringify(g), binding, answer, answered_by, at: Date.parse(g.at) };
      write(`gate ${id}`, () => replace(GATE, row));
    },
    answerGate: (id, answer, by, binding) => {
      const set = { answer, answered_by: by };
      return write(`answer ${id}`, () => update(GATE, set, OPEN_AND_THE_SAME, id, binding)) > 0;
    },
  };
}
