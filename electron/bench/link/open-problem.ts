import { fail, type Problem, type Result } from '../../../shared/problem.js';
import { permissionProblem } from './permission-problem.js';
import { holdersOf } from './port-holders.js';

/**
 * Says why a port did not open and what a person does about it. The binding's errors are texts: of strerror(3) on Linux
 * and macOS, its own on Windows ("File not found", "Access denied").
 */
export async function openProblem(path: string, error: unknown): Promise<Result<never>> {
  const text = error instanceof Error ? error.message : String(error);
  const row = ROWS.find(({ pattern }) => pattern.test(text));
  return fail(
    row
      ? { where: path, ...(await row.problem(path)) }
      : { code: 'PORT_LOST', where: path, message: `the port could not be opened: ${text}` },
  );
}

interface Row {
  pattern: RegExp;
  problem: (path: string) => Promise<Problem> | Problem;
}

const ROWS: readonly Row[] = [
  {
    pattern: /no such file|file not found|no such device/i,
    problem: () => ({
      code: 'PORT_NOT_FOUND',
      message: 'there is no such port',
      next: 'plug the board in and see `benchloop ports` for the names of ports',
    }),
  },
  // Windows opens a port for one process only and says so with "Access denied".
  {
    pattern:
      process.platform === 'win32' ? /access denied|busy/i : /cannot lock|busy|temporarily unavailable/i,
    problem: busy,
  },
  { pattern: /permission denied|access denied|not permitted/i, problem: permissionProblem },
  {
    // A file or another device: tcgetattr(3) gives ENOTTY; a folder is none either.
    pattern: /inappropriate ioctl|is a directory/i,
    problem: () => ({
      code: 'PORT_NOT_FOUND',
      message: 'this is not a serial port',
      next: 'see `benchloop ports` for the names of ports',
    }),
  },
];

async function busy(path: string): Promise<Problem> {
  const holders = await holdersOf(path);
  const who = holders.map(({ pid, command }) => `${command} (process ${pid})`).join(', ');
  return {
    code: 'PORT_BUSY',
    message: who === '' ? 'another program has the port open' : `the port is open in ${who}`,
    next: 'close that program, or its connection to this port, and try again',
  };
}
