import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Problem } from '../../../shared/problem.js';
import type { ExecResult } from '../../../shared/process.js';

/** What a shell that was handed a program of another machine says of it (execvp(3): ENOEXEC falls back to /bin/sh). */
const SHELL_WORDS = /syntax error|not found|cannot execute|exec format error/i;
const SHELL_CODES = [2, 126, 127];

/**
 * Why the system cannot run the test program at all: the task's error, that no second try heals. `name` is the first
 * word of its command, `cwd` the work tree, `console` what was printed. Null: it was run.
 */
export function whyUnrunnable(
  name: string,
  cwd: string,
  result: ExecResult,
  console: string,
): Problem | null {
  const bare = !/[\\/]/.test(name);
  const file = bare ? name : resolve(cwd, name);
  if (result.ended === 'not-found') return problem(file, missing(bare, name, cwd));
  if (result.ended === 'not-executable') return problem(file, bare ? NOT_EXECUTABLE : whyNotExecutable(file));
  const shell =
    result.ended === 'exit' && SHELL_CODES.includes(result.exitCode ?? 0) && SHELL_WORDS.test(console);
  return shell && !bare && isForeign(file) ? problem(file, FOREIGN) : null;
}

type Why = readonly [message: string, next: string];

const problem = (file: string, [message, next]: Why): Problem => ({
  code: 'TASK_MALFORMED',
  message: `the test program ${basename(file)} ${message}: ${file}`,
  where: 'test.command',
  next,
});

const NOT_EXECUTABLE: Why = [
  'is not executable',
  'make it executable (chmod +x, then commit its mode), or name its interpreter first',
];
const FOREIGN: Why = [
  'was built for another machine than this computer',
  'build the test for this computer, or take a QEMU profile',
];

function missing(bare: boolean, name: string, cwd: string): Why {
  if (bare)
    return ['is missing on PATH', `install ${name}; a program of the repository needs its folder: ./${name}`];
  if (exists(resolve(cwd, name)))
    return ['names an interpreter that is missing', 'correct its #! line, or install the interpreter'];
  return ['is missing', 'correct test.command (a path is relative to `repo`), or have build.command make it'];
}

function whyNotExecutable(file: string): Why {
  if (statSync(file).isDirectory()) return ['is a folder', 'name the program in it'];
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return NOT_EXECUTABLE; // the answer, not an error
  }
  return [
    'has no format that the system runs',
    'begin a script with a #! line; build a program for this computer',
  ];
}

const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** Whether the file is an ELF program of another machine than Node itself (ELF: e_ident, e_machine). */
function isForeign(file: string): boolean {
  const [theirs, ours] = [elfMachine(file), elfMachine(process.execPath)];
  return theirs !== null && ours !== null && theirs !== ours;
}

function elfMachine(file: string): string | null {
  const head = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head, 0, head.length, 0);
  closeSync(descriptor);
  // word size and byte order, then the machine
  return head.toString('latin1', 0, 4) === '\u007fELF'
    ? `${head.toString('hex', 4, 6)} ${head.toString('hex', 18)}`
    : null;
}
