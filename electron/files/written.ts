import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { homeProblem } from './home.js';

/** Writes into the data folder for a command. Errors: DISK_FULL, HOME_UNWRITABLE. @throws what is no error of the file system */
export function written(home: string, write: () => void): Result<void> {
  try {
    write();
    return ok(undefined);
  } catch (error) {
    return fail(unwritten(error, home));
  }
}

/** Why it was not written. @throws what is no error of the file system */
export function unwritten(error: unknown, home: string): Problem {
  if (error instanceof Error && 'code' in error && 'syscall' in error) return homeProblem(error, home);
  throw error;
}
