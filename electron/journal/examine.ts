import { fail, ok, type Result } from '../../shared/problem.js';
import { type Db, databaseProblem } from './database.js';
import { unreadable } from './rows.js';
import { safeRows } from './safe-rows.js';

/**
 * Looks for damage in what holds the rows: a lost page or a wrong index would hide some. Tells the version that is noted
 * in the file (`user_version`). Errors: JOURNAL_CORRUPT, those of reading.
 */
export function examine(db: Db, file: string): Result<unknown> {
  const told = (pragma: string): unknown =>
    safeRows(db, { table: `pragma_${pragma}`, columns: [pragma], rest: '' }, [])[0]?.[pragma];
  try {
    if (told('integrity_check') !== 'ok') return fail(unreadable(file, 'SQLite finds its file damaged'));
    return ok(told('user_version'));
  } catch (error) {
    return fail(databaseProblem(error, file));
  }
}
