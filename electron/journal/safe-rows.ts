import { isUtf8 } from 'node:buffer';
import { isArrayBuffer } from 'node:util/types';
import * as z from 'zod';
import { type Db, prepared } from './database.js';

/** What is read: columns of one table, and what follows the table's name in the query. */
export interface Query {
  table: string;
  columns: readonly string[];
  rest: string;
}

/**
 * Reads rows of a file that may be damaged. The database library ends the whole process where a text, or the name of a
 * column, is not UTF-8 (libsql-sys `value.rs`, `statement.rs`), which SQLite itself never checks: so texts leave it as
 * bytes, under names of our own. What is no text is given as bytes, for the schema of the row to refuse.
 *
 * @throws Error of SQLite, for `databaseProblem`
 */
export function safeRows(
  db: Db,
  { table, columns, rest }: Query,
  args: unknown[],
): Record<string, unknown>[] {
  const sql = `SELECT ${columns.map(asBytes).join(', ')} FROM ${table} ${rest}`;
  const rows: unknown[] = prepared(db, sql).all(...args);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(Row.parse(row)).map(([column, value]) => [column, textOf(value)])),
  );
}

const Row = z.record(z.string(), z.unknown());

/** Nobody stores a blob: one is damage, and becomes bytes that are no text. */
const asBytes = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) WHEN 'blob' THEN x'ff' ELSE ${column} END AS ${column}`;

const textOf = (value: unknown): unknown =>
  isArrayBuffer(value) && isUtf8(value) ? Buffer.from(value).toString('utf8') : value;
