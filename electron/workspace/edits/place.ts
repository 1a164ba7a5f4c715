import { lstat, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fail, ok, type Problem, type ProblemCode, type Result } from '../../../shared/problem.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { parentIsInside } from '../inside.js';
import { shapeViolations } from '../path-rules.js';

/** A file of the clone as it is; `bytes` null: there is none. */
export interface FileNow {
  path: string;
  bytes: Uint8Array | null;
  /** As git writes it. */
  mode: '100644' | '100755';
}

/** No source that a person writes is larger. */
const MAX_BYTES = 1024 * 1024;

const refused = (code: ProblemCode, where: string, message: Problem['message'], next: Message) =>
  fail<Problem>({ code, message, where, next });

/**
 * Reads a file that is to be changed. Errors: POLICY_VIOLATION for a path that leaves the clone or names what no patch may name,
 * ARGUMENTS_MALFORMED for what is no plain file or too large, ENV_ERROR where the system does not let it be read.
 */
export async function fileNow(dir: string, path: string): Promise<Result<FileNow>> {
  const [shape] = shapeViolations([path]);
  const inside = text`give a path relative to the repository`;
  if (shape) return refused('POLICY_VIOLATION', path, shape.message, inside);
  if (posix.normalize(path) !== path || path.endsWith('/') || path === '.')
    return refused('ARGUMENTS_MALFORMED', path, text`this path is not in its plain form`, inside);
  try {
    if (!(await parentIsInside(dir, path)))
      return refused('POLICY_VIOLATION', path, text`a symbolic link leads out of the repository`, inside);
    return await read(dir, path);
  } catch (error) {
    return unreadable(path, error);
  }
}

async function read(dir: string, path: string): Promise<Result<FileNow>> {
  const file = join(dir, path);
  const info = await lstat(file);
  const other = text`name a text file of the repository`;
  if (info.isSymbolicLink()) return refused('POLICY_VIOLATION', path, text`this is a symbolic link`, other);
  if (!info.isFile()) return refused('ARGUMENTS_MALFORMED', path, text`this is not a file`, other);
  if (info.size > MAX_BYTES)
    return refused('ARGUMENTS_MALFORMED', path, text`the file is larger than ${MAX_BYTES} bytes`, other);
  const runs = process.platform !== 'win32' && (info.mode & 0o100) !== 0;
  return ok({ path, bytes: await readFile(file), mode: runs ? '100755' : '100644' });
}

/** @throws whatever is no error of the system */
function unreadable(path: string, error: unknown): Result<FileNow> {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const code = String(error.code);
  if (code === 'ENOENT') return ok({ path, bytes: null, mode: '100644' });
  if (code === 'ENOTDIR' || code === 'ENAMETOOLONG')
    return refused(
      'ARGUMENTS_MALFORMED',
      path,
      text`no file can have this path (${code})`,
      text`choose another name`,
    );
  return fail({ code: 'ENV_ERROR', message: text`the file cannot be read (${code})`, where: path });
}
