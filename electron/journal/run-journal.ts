import { existsSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Gate } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { mayWrite, type Place, placeToRead } from './copy-to-read.js';
import { foldLog, openDatabase, prepared } from './database.js';
import { examine } from './examine.js';
import { messageRow, type NodeJournal, nextMessage, nodeJournal, type Store } from './node-journal.js';
import { type Ownership, ownershipOf } from './ownership.js';
import {
  type ChildNode,
  type ChildRecord,
  type FaultPoint,
  MAIN,
  type Message,
  type RunHeader,
  type StoredMessage,
  type StoredOperation,
  type StoredSnapshot,
  type TraceRow,
} from './records.js';
import { CHILD, GATE, HEADER, INBOX, NODE, OPERATION, SNAPSHOT, TRACE, unreadable } from './rows.js';
import { SCHEMA_VERSION } from './schema.js';
import { orThrow, type Tables, tablesOf } from './tables.js';

export const JOURNAL_FILE = 'journal.db';

/** The durable memory of one run: its root node, and all others below it. */
export interface RunJournal extends NodeJournal {
  readonly file: string;
  header(): Result<RunHeader>;
  /** Everything below the root, parents first. */
  nodes(): Result<ChildNode[]>;
  node(path: string): NodeJournal;
  /** Of all nodes, in the order in which they were begun. */
  operations(): Result<StoredOperation[]>;
  /** All transitions of all nodes, 1 (or the one behind number `after`) to the last without a gap. */
  trace(after?: number): Result<TraceRow[]>;
  /** The same without reading what the rows say. Error: JOURNAL_CORRUPT with the row that is missing. */
  traceIsWhole(): Result<void>;
  /**
   * Records an answer to what `binding` stands for; it is compared in the statement that records it. False where the gate
   * is not there, was answered, or asks about something else by now. The node finds it among its messages, too.
   *
   * @param text what a person wrote with it
   */
  answerGate(id: string, answer: string, by: string, binding: string, text?: string | null): boolean;
  /**
   * Takes back the yes to a gate, and each use that was made of it: nothing more happens by it. Gives the gates that were concerned.
   *
   * @param at when, ISO 8601
   */
  revokeGate(id: string, at: string): Gate[];
  /** Writes down what is said to a node. */
  tell(message: Message): void;
  /**
   * One transaction: writes down the message that `choose` makes of the journal as it stands; no node moves on in between. Where that is an
   * error, nothing is written.
   */
  tellAsItStands<T extends { message: Message }>(choose: () => Result<T>): Result<T>;
  /** What was said to any node, oldest first. */
  messages(): Result<StoredMessage[]>;
  readonly ownership: Ownership;
  childStarted(child: ChildRecord): void;
  childEnded(pid: number): void;
  /** Programs that an owner has started and not seen end. */
  processes(): ChildRecord[];
  close(): void;
}

/** Before the first release no reader of older tables is kept. 0 is what SQLite gives a file of its own making. */
function otherVersion(file: string, version: number): Problem {
  if (version === 0) return unreadable(file, 'there is no journal');
  const message =
    version > SCHEMA_VERSION
      ? text`a newer Benchloop has written this journal`
      : text`an older Benchloop has written this journal`;
  return {
    code: 'VERSION_MISMATCH',
    message,
    where: file,
    next: text`open it with that release; nothing was changed`,
  };
}

/** Opens the journal of an existing run. Errors: JOURNAL_CORRUPT, HOME_UNWRITABLE, VERSION_MISMATCH. */
export function openRunJournal(
  dir: string,
  fault: FaultPoint = () => {},
  isWritable = mayWrite,
): Result<RunJournal> {
  const file = path.join(dir, JOURNAL_FILE);
  if (!existsSync(file)) return fail(unreadable(file, 'there is no journal'));
  const place = placeToRead(dir, [JOURNAL_FILE, `${JOURNAL_FILE}-wal`], isWritable);
  const opened = openDatabase(path.join(place.dir, JOURNAL_FILE));
  if (!opened.ok) {
    place.leave();
    return opened;
  }
  const db = opened.value;
  const version = examine(db, file);
  if (!version.ok || Number(version.value) !== SCHEMA_VERSION) {
    db.close();
    place.leave();
    return version.ok ? fail(otherVersion(file, Number(version.value))) : version;
  }
  const refused = place.isCopy ? readOnly(dir) : null;
  const tables = tablesOf(db, file, { fault, isSealed: true, refused });
  return ok(journalOn({ db, tables, file, place }, ownershipOf(tables, place.dir, refused)));
}

const readOnly = (dir: string): Problem => ({
  code: 'HOME_UNWRITABLE',
  message: text`this run can be read, and nothing can be written to it`,
  where: dir,
  next: text`copy the data folder to where you may write, and set BENCHLOOP_HOME to that`,
});

function journalOn({ place, ...store }: Store & { place: Place }, ownership: Ownership): RunJournal {
  const { db, tables, file } = store;
  const { need, list, insert, replace, write, note } = tables;
  return {
    ...nodeJournal(store, MAIN),
    file,
    header: () => need(HEADER),
    nodes: () => list(NODE, 'ORDER BY rowid'),
    operations: () => list(OPERATION, 'ORDER BY rowid'),
    node: (path) => nodeJournal(store, path),
    trace: (after = 0) => completeTrace(tables, file, after),
    traceIsWhole: () => {
      const at = list(SNAPSHOT);
      if (!at.ok) return at;
      const { n } = z.object({ n: z.number() }).parse(prepared(db, COUNT_ROWS).get());
      if (at.value.length > 0 && n === transitionsOf(at.value)) return ok(undefined);
      const told = completeTrace(tables, file, 0);
      return told.ok ? ok(undefined) : told;
    },
    answerGate: (id, answer, by, binding, text = null) =>
      write(`answer ${id}`, () => answerGate(tables, nextMessage(db), { id, answer, by, binding, text })),
    revokeGate: (id, at) => write(`revoke ${id}`, () => revokeGate(tables, id, at)),
    tell: (message) =>
      write(`message ${message.type}`, () => insert(INBOX, messageRow(nextMessage(db), message))),
    tellAsItStands: (choose) =>
      write('message', () => {
        const chosen = choose();
        if (chosen.ok) insert(INBOX, messageRow(nextMessage(db), chosen.value.message));
        return chosen;
      }),
    messages: () => list(INBOX, 'ORDER BY id'),
    ownership,
    // no child outlives this uptime of the computer
    childStarted: (c) => {
      const row = { pid: c.pid, start_time: c.startTime, operation: c.operation };
      note(`child ${c.operation}`, () => replace(CHILD, row));
    },
    childEnded: (pid) => {
      note('child ended', () => prepared(db, 'DELETE FROM child WHERE pid = ?').run(pid));
    },
    processes: () => orThrow(list(CHILD)),
    close: () => {
      // A reader must not write into a journal, which may be damaged.
      if (ownership.isOurs()) foldLog(db);
      ownership.release();
      db.close();
      place.leave();
    },
  };
}

const COUNT_ROWS = 'SELECT count(*) AS n FROM trace';
/** Each transition is one revision of one node. */
const transitionsOf = (snapshots: readonly StoredSnapshot[]): number =>
  snapshots.reduce((sum, { seq }) => sum + seq, 0);

/** A row that was lost is damage too: without it nothing can be replayed. */
function completeTrace({ list }: Tables, file: string, after: number): Result<TraceRow[]> {
  // The snapshots first: what the run's owner commits meanwhile is then a row more, not one that is missing.
  const at = list(SNAPSHOT);
  if (!at.ok) return at;
  if (at.value.length === 0) return fail(unreadable(file, `${SNAPSHOT.name}: is missing`));
  const rows = list(TRACE, 'WHERE n > ? ORDER BY n', after);
  if (!rows.ok) return rows;
  const gap = rows.value.findIndex((row, i) => row.n !== after + i + 1);
  const end = after + rows.value.length;
  const missing = gap >= 0 ? after + gap + 1 : end < transitionsOf(at.value) ? end + 1 : null;
  return missing === null ? rows : fail(unreadable(file, `trace row ${missing}: is missing`));
}

interface Answered {
  id: string;
  answer: string;
  by: string;
  binding: string;
  text: string | null;
}

const OPEN_AND_THE_SAME = 'WHERE id = ? AND answer IS NULL AND binding = ?';

function answerGate(tables: Tables, next: number, { id, answer, by, binding, text }: Answered): boolean {
  const { update, need, insert } = tables;
  const changed = update(GATE, { answer, answered_by: by }, OPEN_AND_THE_SAME, id, binding);
  if (changed === 0) return false;
  const { node = MAIN } = orThrow(need(GATE, 'WHERE id = ?', id));
  const payload = { gate: id, choice: answer, text };
  insert(INBOX, messageRow(next, { node, type: 'answer', payload, by, channel: by, at: Date.now() }));
  return true;
}

/** A use has the binding of the yes that it goes by. */
function revokeGate({ list, update }: Tables, id: string, at: string): Gate[] {
  const gates = orThrow(list(GATE, 'ORDER BY at, rowid'));
  const of = gates.find(({ gate }) => gate === id);
  const given = gates.filter(
    ({ scope, binding, answer, revoked }) =>
      scope === of?.scope && binding === of.binding && answer === 'yes' && revoked === undefined,
  );
  for (const gate of given)
    update(GATE, { body: JSON.stringify({ ...gate, revoked: at }) }, 'WHERE id = ?', gate.gate);
  return given;
}
