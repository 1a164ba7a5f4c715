import * as z from 'zod';
import type { Writer } from './checksum.js';
import type { Db } from './database.js';
import { MAIN } from './records.js';
import {
  CHILD,
  GATE,
  HEADER,
  INBOX,
  NODE,
  OPERATION,
  OWNER,
  type RecordKind,
  recordKind,
  SNAPSHOT,
  TRACE,
} from './rows.js';
import { safeRows } from './safe-rows.js';
import { SCHEMA } from './schema.js';

type Row = Record<string, unknown>;

/** A query without rows that has these columns. */
const none = (columns: readonly string[]): string =>
  `SELECT ${columns.map((name) => `NULL AS ${name}`).join(', ')} WHERE 0`;

/** What a journal of one node, without an inbox, is read as. */
const SEEN: Readonly<Record<string, string>> = {
  run: 'SELECT *, id AS prefix, NULL AS parent FROM main.run',
  snapshot: `SELECT *, '${MAIN}' AS node, NULL AS deadline FROM main.snapshot`,
  trace: `SELECT *, seq AS n, '${MAIN}' AS node FROM main.trace`,
  operation: `SELECT *, '${MAIN}' AS node FROM main.operation`,
  gate: `SELECT *, rowid, '${MAIN}' AS node FROM main.gate`,
  node: none([...NODE.columns, 'checksum', 'rowid']),
  inbox: none([...INBOX.columns, 'checksum']),
};

/** Shows this connection the tables of before as those of now: temporary views of the same names come first. */
export function seeAsNow(db: Db): void {
  for (const [table, query] of Object.entries(SEEN)) db.exec(`CREATE TEMP VIEW ${table} AS ${query}`);
}

/** Takes the views of `seeAsNow` away. */
export function seeAsTheyAre(db: Db): void {
  for (const table of Object.keys(SEEN)) db.exec(`DROP VIEW temp.${table}`);
}

/** The version of the tables that is noted in the file. */
export const versionOf = (db: Db): number =>
  Number(
    safeRows(db, { table: 'pragma_user_version', columns: ['user_version'], rest: '' }, [])[0]?.user_version,
  );

const KEPT: readonly RecordKind<unknown>[] = [HEADER, SNAPSHOT, TRACE, OPERATION, GATE, OWNER, CHILD];

/**
 * Replaces the tables of before by those of now, within a transaction. Ids stay as they are.
 *
 * @param read the rows of a kind as they are now seen, each checked
 * @param writer writes rows with checksums
 */
export function bringUpToNow(db: Db, read: (kind: RecordKind<unknown>) => Row[], writer: Writer): void {
  const kept = KEPT.map((kind) => ({ kind, rows: read(kind) }));
  const requests = read(REQUEST).filter(({ handled }) => handled === 0);
  seeAsTheyAre(db);
  for (const table of [...KEPT.map((kind) => kind.table), 'request']) db.exec(`DROP TABLE ${table}`);
  db.exec(SCHEMA);
  for (const { kind, rows } of kept) for (const row of rows) writer.insert(kind, row);
  for (const [index, request] of requests.entries()) writer.insert(INBOX, messageOf(request, index + 1));
}

/** What an operator or the runner asked for, before there was an inbox. */
const REQUEST = recordKind(
  'request',
  'request',
  z.object({
    kind: z.enum(['abort', 'timeout']),
    seq: z.number().int(),
    reason: z.string(),
    handled: z.number().int(),
    at: z.number(),
  }),
  (row) => row,
);

/** What was a request of before, as a message. */
function messageOf({ kind, seq, reason, at }: Row, id: number): Row {
  const [type, payload] = kind === 'abort' ? ['cancel', { reason }] : ['TIMEOUT', { seq, reason }];
  const said = { node: MAIN, type, payload: JSON.stringify(payload), by: 'unknown', channel: 'unknown' };
  return { id, ...said, at, consumed: null };
}
