import { fail, ok, type Result } from '../../shared/problem.js';
import type { DriveOptions } from '../run/core-api.js';

/** `--pace 800` waits so many ms after each transition, `--pace slow` 1500, `--pace step` for a key. */
export function parsePace(text: string | undefined, stdin: NodeJS.ReadStream): Result<DriveOptions['pace']> {
  if (text === undefined) return ok(undefined);
  if (text === 'step') {
    if (stdin.isTTY) return ok(() => nextKey(stdin));
    return fail({
      code: 'USAGE',
      message: '--pace step needs a keyboard',
      next: 'use --pace with milliseconds',
    });
  }
  const ms = text === 'slow' ? 1500 : Number(text);
  if (!Number.isFinite(ms) || ms < 0) {
    return fail({
      code: 'USAGE',
      message: `--pace ${text} is no time`,
      next: 'use milliseconds, slow or step',
    });
  }
  return ok(() => new Promise((resolve) => setTimeout(resolve, ms)));
}

/** Resolves at the next key. Ctrl-C stays what it is: raw mode would hand it to us as a byte. */
function nextKey(stdin: NodeJS.ReadStream): Promise<void> {
  return new Promise((resolve) => {
    stdin.setRawMode(true);
    stdin.resume();
    stdin.once('data', (bytes: Buffer) => {
      stdin.setRawMode(false);
      stdin.pause();
      if (bytes[0] === 3) process.kill(process.pid, 'SIGINT');
      resolve();
    });
  });
}
