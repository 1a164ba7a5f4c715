import { statSync } from 'node:fs';
import path from 'node:path';
import type { OutsideProgram } from './outside-programs.js';
import { isExecutable } from './process/search-path.js';
import { interpreterOf } from './script/interpreter.js';

type Place = Pick<OutsideProgram, 'cwd' | 'env'>;

/** Interpreters that are scripts themselves: Linux follows four (execve(2), "Interpreter scripts"). */
const NESTED = 4;

/** The existing files that a program needs by name: itself, what its arguments and its environment name, and the interpreters of them. Absolute. */
export function namedFiles({ argv: [program = '', ...args], cwd, env }: OutsideProgram): string[] {
  const place = { cwd, env };
  const named = [...args, ...Object.values(env)].flatMap((words) => filesIn(words, place));
  const files = [...located(program, place), ...named];
  return [...new Set([...files, ...files.flatMap((file) => interpretersOf(file, place, NESTED))])];
}

/** Paths as they stand, and those in lists and options: `--script=./a.py`, `./a:./b`. */
function filesIn(words: string, { cwd }: Place): string[] {
  const parts = [words, ...words.split(/[\s;,='"]+/), ...words.split(/[\s:;,='"]+/)];
  return parts.map((part) => path.resolve(cwd ?? '/', part)).filter(isFile);
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** A bare name is what the PATH of the program has first; the system begins relative entries at its folder. */
function located(program: string, { cwd, env }: Place): string[] {
  if (/[\\/]/.test(program)) return [path.resolve(cwd ?? '/', program)].filter(isFile);
  const folders = pathOf(env).split(path.delimiter);
  const known = folders.filter((folder) => cwd !== null || path.isAbsolute(folder));
  return known
    .map((folder) => path.resolve(cwd ?? '/', folder, program))
    .filter(isExecutable)
    .slice(0, 1);
}

/** Windows reads the name in any case. */
function pathOf(env: Place['env']): string {
  const own = Object.keys(env).find((name) =>
    process.platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH',
  );
  return (own === undefined ? undefined : env[own]) ?? process.env.PATH ?? '';
}

function interpretersOf(file: string, place: Place, left: number): string[] {
  const [interpreter, argument = ''] = interpreterOf(file) ?? [];
  if (interpreter === undefined || left === 0) return [];
  // the system begins a bare name at the folder, the start of a .sh looks for it on PATH
  const found = [...located(interpreter, place), ...filesIn(interpreter, place), ...filesIn(argument, place)];
  return [...found, ...found.flatMap((one) => interpretersOf(one, place, left - 1))];
}
