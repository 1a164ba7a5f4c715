import type { Db } from './database.js';
import type { OwnerRecord } from './records.js';
import { OWNER } from './rows.js';
import { orThrow, type Tables } from './tables.js';

/**
 * Takes the run for `me` if nobody alive holds it; returns the holder otherwise. One write transaction, so
 * that of two processes only one gets it.
 */
export function takeOwnership(
  db: Db,
  tables: Tables,
  me: OwnerRecord,
  isAlive: (owner: OwnerRecord) => boolean,
): OwnerRecord | null {
  return db
    .transaction((): OwnerRecord | null => {
      const holder = orThrow(tables.find(OWNER));
      if (holder && !isSame(holder, me) && isAlive(holder)) return holder;
      const { pid, startTime: start_time, bootId: boot_id } = me;
      tables.replace(OWNER, { one: 1, pid, start_time, boot_id });
      return null;
    })
    .immediate();
}

/** Gives the run back, if it is ours. */
export function releaseOwnership(db: Db, me: OwnerRecord): void {
  db.prepare('DELETE FROM owner WHERE pid = ? AND start_time = ? AND boot_id = ?').run(
    me.pid,
    me.startTime,
    me.bootId,
  );
}

const isSame = (a: OwnerRecord, b: OwnerRecord): boolean =>
  a.pid === b.pid && a.startTime === b.startTime && a.bootId === b.bootId;
