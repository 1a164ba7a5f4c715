import path from 'node:path';
import { writerOn } from '../../electron/journal/checksum.js';
import { type Db, foldLog, openDatabase } from '../../electron/journal/database.js';
import {
  GATE,
  HEADER,
  INBOX,
  NODE,
  OPERATION,
  type RecordKind,
  SNAPSHOT,
  TRACE,
} from '../../electron/journal/rows.js';
import { safeRows } from '../../electron/journal/safe-rows.js';
import { movedBinding } from './moved-binding.js';
import type { Moving } from './moving.js';

type Row = Record<string, unknown>;

const KINDS: readonly RecordKind<unknown>[] = [HEADER, NODE, SNAPSHOT, TRACE, OPERATION, INBOX];

/** Has another database of a data folder, whose rows have no checksums, name the folders of the copy. */
export function moveTables(file: string, moving: Moving): void {
  const db = open(file);
  const tables = rowsOf(db, { table: 'sqlite_schema', columns: ['name', 'type'] });
  for (const { name: table } of tables.filter(({ type }) => type === 'table')) {
    const columns = rowsOf(db, { table: `pragma_table_info('${table}')`, columns: ['name'] });
    const names = columns.map(({ name }) => String(name));
    for (const { rowid, ...row } of rowsOf(db, { table: String(table), columns: ['rowid', ...names] })) {
      const moved = movedRow(row, moving);
      const places = names.map((name) => `${name} = ?`).join(', ');
      if (isOther(moved, row))
        db.prepare(`UPDATE ${table} SET ${places} WHERE rowid = ?`).run(
          ...names.map((name) => moved[name]),
          rowid,
        );
    }
  }
  foldLog(db);
  db.close();
}

function open(file: string): Db {
  const opened = openDatabase(file);
  if (!opened.ok) throw new Error(`${file}: ${JSON.stringify(opened.error)}`);
  return opened.value;
}

const withId = ({ table, columns }: RecordKind<unknown>) => ({ table, columns: ['rowid', ...columns] });

const isOther = (row: Row, other: Row): boolean => JSON.stringify(row) !== JSON.stringify(other);

const rowsOf = (db: Db, { table, columns }: Pick<RecordKind<unknown>, 'table' | 'columns'>): Row[] =>
  safeRows(db, { table, columns, rest: '' }, []);

/**
 * Has a journal that was copied name the folders of its copy, by rows with checksums as the product writes them. What a person
 * is asked to build or publish names the repository, so that its binding is made anew.
 */
export async function moveJournal(file: string, moving: Moving): Promise<void> {
  const db = open(file);
  const writer = writerOn(db, file, true);
  const header = rowsOf(db, HEADER)[0]?.header;
  const gates: Row[] = [];
  for (const row of rowsOf(db, withId(GATE)))
    gates.push(await movedGate(row, String(header), path.dirname(file), moving));
  db.transaction(() => {
    for (const row of gates) writer.replace(GATE, row);
    for (const kind of KINDS)
      for (const row of rowsOf(db, withId(kind))) {
        const moved = movedRow(row, moving);
        if (isOther(moved, row)) writer.replace(kind, moved);
      }
  })();
  foldLog(db);
  db.close();
}

const movedRow = (row: Row, { text }: Moving): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? text(value) : value]),
  );

async function movedGate(row: Row, header: string, runDir: string, moving: Moving): Promise<Row> {
  const change = await movedBinding(JSON.parse(String(row.body)), header, runDir, moving);
  const body = JSON.stringify({ ...JSON.parse(moving.text(String(row.body))), ...change });
  return { ...row, body, binding: change?.binding ?? row.binding };
}
