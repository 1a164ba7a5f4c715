import { fail, ok, type Result } from '../../../shared/problem.js';
import { type ChildDeps, startConsoleChild } from './console-child.js';
import type { RemoteConsole } from './remote-console.js';

const LAST_WORDS = 500;

/**
 * A program of the user's is the console: what it prints the machine says, what it reads is typed. It runs unconfined, as
 * it needs the network. Errors: TOOLCHAIN_MISSING where it cannot be started.
 */
export async function openCommandConsole(
  command: readonly string[],
  deps: ChildDeps,
): Promise<Result<RemoteConsole>> {
  const child = startConsoleChild(command, {}, deps);
  if (!child.started) {
    return fail({
      code: 'TOOLCHAIN_MISSING',
      message: `${command[0]} could not be started`,
      where: 'console.command',
      next: 'install it, or name its path in the profile',
    });
  }
  return ok({
    type: child.write,
    hear: child.onOutput,
    ended: child.ended.then(() => child.words().trim().slice(-LAST_WORDS)),
    close: async () => {
      await child.close();
    },
  });
}
