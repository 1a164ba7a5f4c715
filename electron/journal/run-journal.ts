import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Gate } from '../../shared/events.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import { type Db, databaseProblem, openDatabase } from './database.js';
import type {
  ChildRecord,
  FaultPoint,
  OperationStatus,
  OwnerRecord,
  RunHeader,
  StoredOperation,
  StoredRequest,
  StoredSnapshot,
  TraceRow,
  TransitionCommit,
} from './records.js';
import { parseGate, parseHeader, parseOperation, parseSnapshot, parseTrace, unreadable } from './rows.js';
import { SCHEMA } from './schema.js';

export const JOURNAL_FILE = 'journal.db';

/** The durable memory of one run. Reads give `Result`: a damaged record is an error with its place. */
export interface RunJournal {
  readonly file: string;
  header(): Result<RunHeader>;
  snapshot(): Result<StoredSnapshot>;
  trace(): Result<TraceRow[]>;
  /** One transaction: trace row, snapshot, outcomes of the operations that caused it. */
  commit(change: TransitionCommit): void;
  operation(id: string): Result<StoredOperation | null>;
  intend(operation: { id: string; kind: string; seq: number; intent: unknown; at: number }): void;
  mark(id: string, status: OperationStatus): void;
  gates(): Result<Gate[]>;
  putGate(gate: Gate): void;
  /** False where the gate is not there or already answered. */
  answerGate(id: string, answer: 'yes' | 'no', by: string): boolean;
  request(request: StoredRequest, at: number): void;
  pendingRequest(kind: StoredRequest['kind']): StoredRequest | null;
  /** Takes the run if nobody alive holds it; returns the holder otherwise. */
  takeOwnership(me: OwnerRecord, isAlive: (owner: OwnerRecord) => boolean): OwnerRecord | null;
  releaseOwnership(me: OwnerRecord): void;
  owner(): OwnerRecord | null;
  childStarted(child: ChildRecord): void;
  childEnded(pid: number): void;
  children(): ChildRecord[];
  putReport(report: unknown): void;
  report(): unknown;
  close(): void;
}

/**
 * Makes the journal of a new run in `dir`, complete or not at all: it is written beside its place and
 * renamed. Errors: DISK_FULL, HOME_UNWRITABLE.
 */
export function createRunJournal(
  dir: string,
  header: RunHeader,
  first: StoredSnapshot,
  fault: FaultPoint = () => {},
): Result<RunJournal> {
  const draft = `${dir}.new`;
  try {
    mkdirSync(draft, { recursive: true });
  } catch (error) {
    return fail(databaseProblem(error, dir));
  }
  const opened = openDatabase(path.join(draft, JOURNAL_FILE), SCHEMA);
  if (!opened.ok) return opened;
  try {
    writeHeader(opened.value, header, first);
    opened.value.close();
    renameSync(draft, dir);
  } catch (error) {
    return fail(databaseProblem(error, dir));
  }
  return openRunJournal(dir, fault);
}

function writeHeader(db: Db, h: RunHeader, first: StoredSnapshot): void {
  db.transaction(() => {
    db.prepare('INSERT INTO run VALUES (?,?,?,?,?,?,?)').run(
      h.id,
      h.machine,
      h.machineVersion,
      h.goal,
      h.createdAt,
      JSON.stringify(h.header),
      JSON.stringify(h.initialContext),
    );
    db.prepare('INSERT INTO snapshot VALUES (?,?,?,?)').run(
      h.machine,
      first.seq,
      first.state,
      JSON.stringify(first.context),
    );
  })();
}

/** Opens the journal of an existing run. Errors: JOURNAL_CORRUPT, HOME_UNWRITABLE. */
export function openRunJournal(dir: string, fault: FaultPoint = () => {}): Result<RunJournal> {
  const file = path.join(dir, JOURNAL_FILE);
  const opened = openDatabase(file, SCHEMA);
  return opened.ok ? ok(journalOn(opened.value, file, fault)) : opened;
}

function journalOn(db: Db, file: string, fault: FaultPoint): RunJournal {
  /** A crash just before or just after any write must be harmless: tests crash at each of these. */
  const write = (name: string, change: () => void): void => {
    fault(`before ${name}`);
    change();
    fault(`after ${name}`);
  };
  const run = (sql: string, ...args: unknown[]) => db.prepare(sql).run(...args);
  const get = (sql: string, ...args: unknown[]): unknown => db.prepare(sql).get(...args);
  const all = (sql: string, ...args: unknown[]): unknown[] => db.prepare(sql).all(...args);
  const read = <T>(row: () => unknown, parse: (row: unknown, file: string) => Result<T>): Result<T> => {
    try {
      const found = row();
      return found === undefined || found === null
        ? fail(unreadable(file, 'a record is missing'))
        : parse(found, file);
    } catch (error) {
      return fail(databaseProblem(error, file));
    }
  };
  const readAll = <T>(sql: string, parse: (row: unknown, file: string) => Result<T>): Result<T[]> => {
    const found: T[] = [];
    try {
      for (const row of all(sql)) {
        const parsed = parse(row, file);
        if (!parsed.ok) return parsed;
        found.push(parsed.value);
      }
    } catch (error) {
      return fail(databaseProblem(error, file));
    }
    return ok(found);
  };

  return {
    file,
    header: () => read(() => get('SELECT * FROM run'), parseHeader),
    snapshot: () => read(() => get('SELECT * FROM snapshot'), parseSnapshot),
    trace: () => readAll('SELECT * FROM trace ORDER BY seq', parseTrace),
    commit: (change) => write(`commit ${change.trace.seq}`, () => commitTransition(db, change)),
    operation: (id) => {
      const row = get('SELECT * FROM operation WHERE id = ?', id);
      return row === undefined || row === null ? ok(null) : parseOperation(row, file);
    },
    intend: (o) =>
      write(`intent ${o.id}`, () => {
        run(
          'INSERT OR REPLACE INTO operation VALUES (?,?,?,?,?,?,?)',
          o.id,
          o.kind,
          o.seq,
          'INTENT',
          JSON.stringify(o.intent),
          null,
          o.at,
        );
      }),
    mark: (id, status) =>
      write(`${status.toLowerCase()} ${id}`, () => {
        run('UPDATE operation SET status = ? WHERE id = ?', status, id);
      }),
    gates: () => readAll('SELECT body, answer, answered_by FROM gate ORDER BY at', parseGate),
    putGate: (gate) =>
      write(`gate ${gate.gate}`, () => {
        run(
          'INSERT OR REPLACE INTO gate VALUES (?,?,?,?,?,?)',
          gate.gate,
          JSON.stringify(gate),
          gate.binding,
          gate.answer,
          gate.answered_by,
          Date.parse(gate.at),
        );
      }),
    answerGate: (id, answer, by) => {
      let changes = 0;
      write(`answer ${id}`, () => {
        changes = run(
          'UPDATE gate SET answer = ?, answered_by = ? WHERE id = ? AND answer IS NULL',
          answer,
          by,
          id,
        ).changes;
      });
      return changes > 0;
    },
    request: (r, at) =>
      write(`request ${r.kind}`, () => {
        run('INSERT INTO request (kind, seq, reason, at) VALUES (?,?,?,?)', r.kind, r.seq, r.reason, at);
      }),
    pendingRequest: (kind) =>
      (get('SELECT kind, seq, reason FROM request WHERE kind = ? AND handled = 0 ORDER BY id DESC', kind) as
        | StoredRequest
        | undefined) ?? null,
    takeOwnership: (me, isAlive) => takeOwnership(db, me, isAlive),
    releaseOwnership: (me) => {
      run('DELETE FROM owner WHERE pid = ? AND start_time = ?', me.pid, me.startTime);
    },
    owner: () => ownerOf(db),
    childStarted: (c) => {
      run('INSERT OR REPLACE INTO child VALUES (?,?,?)', c.pid, c.startTime, c.operation);
    },
    childEnded: (pid) => {
      run('DELETE FROM child WHERE pid = ?', pid);
    },
    children: () => all('SELECT pid, start_time AS startTime, operation FROM child') as ChildRecord[],
    putReport: (report) =>
      write('report', () => {
        run('INSERT OR REPLACE INTO report VALUES (1, ?)', JSON.stringify(report));
      }),
    report: () => {
      const row = get('SELECT body FROM report') as { body: string } | undefined;
      return row ? JSON.parse(row.body) : null;
    },
    close: () => db.close(),
  };
}

function commitTransition(db: Db, { trace: t, snapshot, observed, cancelled }: TransitionCommit): void {
  db.transaction(() => {
    db.prepare('INSERT INTO trace VALUES (?,?,?,?,?,?,?,?,?,?,?)').run(
      t.seq,
      t.machine,
      t.from,
      t.to,
      JSON.stringify(t.event),
      t.reason,
      t.iteration,
      JSON.stringify(t.evidence),
      t.retry_count,
      t.retry_reason,
      t.at,
    );
    db.prepare('UPDATE snapshot SET seq = ?, state = ?, context = ? WHERE machine = ?').run(
      snapshot.seq,
      snapshot.state,
      JSON.stringify(snapshot.context),
      t.machine,
    );
    for (const o of observed) {
      db.prepare("UPDATE operation SET status = 'OBSERVED', outcome = ? WHERE id = ?").run(
        JSON.stringify(o.outcome),
        o.id,
      );
    }
    for (const id of cancelled) db.prepare("UPDATE operation SET status = 'CANCELLED' WHERE id = ?").run(id);
    db.prepare("UPDATE request SET handled = 1 WHERE kind = ? OR kind = 'TIMEOUT'").run(t.event.type);
  })();
}

function ownerOf(db: Db): OwnerRecord | null {
  const row = db.prepare('SELECT pid, start_time AS startTime, boot_id AS bootId FROM owner').get();
  return (row as OwnerRecord | undefined) ?? null;
}

function takeOwnership(
  db: Db,
  me: OwnerRecord,
  isAlive: (owner: OwnerRecord) => boolean,
): OwnerRecord | null {
  return db
    .transaction((): OwnerRecord | null => {
      const holder = ownerOf(db);
      if (holder && !(holder.pid === me.pid && holder.startTime === me.startTime) && isAlive(holder))
        return holder;
      db.prepare('INSERT OR REPLACE INTO owner VALUES (1,?,?,?)').run(me.pid, me.startTime, me.bootId);
      return null;
    })
    .immediate();
}
