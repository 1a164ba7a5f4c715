import { closeSync, openSync, readSync } from 'node:fs';

/** As much of the first line as Linux reads. Source: execve(2), "Interpreter scripts". */
const MOST = 255;

/**
 * The interpreter that a script names in its first line, and the one argument that it may give it: what follows the blank is
 * not split. Null where there is none, or no such file. Source: execve(2), "Interpreter scripts".
 */
export function interpreterOf(file: string): [interpreter: string, ...argument: string[]] | null {
  const [, interpreter, argument] = /^#![ \t]*(\S+)(?:[ \t]+(.*?))?[ \t\r]*(?:\n|$)/.exec(head(file)) ?? [];
  if (interpreter === undefined) return null;
  return argument ? [interpreter, argument] : [interpreter];
}

function head(file: string): string {
  const bytes = Buffer.alloc(MOST);
  try {
    const fd = openSync(file, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(fd, bytes));
    } finally {
      closeSync(fd);
    }
  } catch {
    return ''; // what starts it says that it is not there
  }
}
