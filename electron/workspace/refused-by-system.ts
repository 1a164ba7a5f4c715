import { fail, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * What the system refused, in our words: its own have paths of this computer. Errors: DISK_FULL, ENV_ERROR.
 * @throws whatever is no error of the system
 */
export function refusedBySystem(error: unknown): Result<never> {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const code = String(error.code);
  return FULL.has(code)
    ? fail({
        code: 'DISK_FULL',
        message: text`the disk is full`,
        next: text`make room on the disk, then call again`,
      })
    : fail({ code: 'ENV_ERROR', message: text`the system refused to read or write (${code})` });
}
