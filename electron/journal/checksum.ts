import { crc32 } from 'node:zlib';
import { type Db, prepared, storeError } from './database.js';
import { type RecordKind, unreadable, which } from './rows.js';
import { safeRows } from './safe-rows.js';

/** The column of a row's CRC-32: a text that is still valid may have been damaged too. */
export const CHECKSUM = 'checksum';

type Kind = Pick<RecordKind<unknown>, 'name' | 'table' | 'columns'>;
type Row = Readonly<Record<string, unknown>>;

const checksumOf = ({ table, columns }: Kind, row: Row): number =>
  crc32(JSON.stringify([table, ...columns.map((column) => row[column] ?? null)]));

/** Why a row cannot be what was written; null where its checksum is right. */
export const whyNotWhole = (kind: Kind, row: Row): string | null =>
  row[CHECKSUM] === checksumOf(kind, row) ? null : `${which(kind.name, row)}: its checksum is wrong`;

/** Changes rows, each with its checksum; within a transaction. @throws Error of SQLite, or that carries the problem. */
export interface Writer {
  insert(kind: Kind, row: Row): void;
  /** In the place of the row with the same key. */
  replace(kind: Kind, row: Row): void;
  /** Sets columns in the rows that `rest` of the query finds; gives their number. */
  update(kind: Kind, set: Row, rest: string, ...args: unknown[]): number;
}

/** @param isSealed whether the rows of this database have checksums */
export function writerOn(db: Db, file: string, isSealed: boolean): Writer {
  const put = (verb: string, kind: Kind, row: Row): void => {
    const whole: Row = isSealed ? { ...row, [CHECKSUM]: checksumOf(kind, row) } : row;
    const names = ['rowid', ...kind.columns, CHECKSUM].filter((name) => name in whole);
    const places = names.map(() => '?').join(', ');
    const sql = `${verb} INTO ${kind.table} (${names.join(', ')}) VALUES (${places})`;
    prepared(db, sql).run(...names.map((name) => whole[name]));
  };
  // the conditions are those of the statement that writes, too: what they guard is compared where it is changed
  const setIn = (
    row: Row,
    kind: Kind,
    set: Row,
    { rest, args }: { rest: string; args: unknown[] },
  ): number => {
    const whole: Row = isSealed ? { ...set, [CHECKSUM]: checksumOf(kind, { ...row, ...set }) } : set;
    const places = Object.keys(whole).map((name) => `${name} = ?`);
    const sql = `UPDATE ${kind.table} SET ${places.join(', ')} ${rest} AND rowid = ?`;
    return prepared(db, sql).run(...Object.values(whole), ...args, row.rowid).changes;
  };
  return {
    insert: (kind, row) => put('INSERT', kind, row),
    replace: (kind, row) => put('INSERT OR REPLACE', kind, row),
    update: (kind, set, rest, ...args) => {
      const sealed = isSealed;
      const columns = ['rowid', ...kind.columns, ...(sealed ? [CHECKSUM] : [])];
      const rows = safeRows(db, { table: kind.table, columns, rest }, args);
      for (const row of rows) {
        const why = sealed ? whyNotWhole(kind, row) : null;
        if (why !== null) throw storeError(unreadable(file, why));
      }
      return rows.reduce((changed, row) => changed + setIn(row, kind, set, { rest, args }), 0);
    },
  };
}
