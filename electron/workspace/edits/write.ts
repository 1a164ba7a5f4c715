import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { FileChange } from '../change.js';
import { gitDirOf } from '../git.js';
import { includersOf, touch } from '../includers.js';
import { parentIsInside } from '../inside.js';
import { refusedBySystem } from '../refused-by-system.js';
import { track } from '../snapshot.js';
import { encodeText } from '../text.js';
import { freshTick } from '../tick.js';

/** A file with both of its contents written beside the tree: what is left to do takes no more room on the disk. */
interface Drafted {
  path: string;
  target: string;
  before: string | null;
  after: string | null;
}

/**
 * Writes changed files into the clone, all or none: where the system refuses one, those before it are put back as they were. What
 * includes them is made newer, so that a build compiles it again (see `renewIncluders`). Git knows them afterwards.
 * Errors: DISK_FULL, ENV_ERROR, POLICY_VIOLATION where a folder turned into a link.
 */
export async function writeChange(dir: string, files: readonly FileChange[]): Promise<Result<void>> {
  for (const { path } of files)
    if (!(await parentIsInside(dir, path)))
      return fail({
        code: 'POLICY_VIOLATION',
        message: text`a symbolic link leads out of the repository`,
        where: path,
      });
  try {
    return await withFolder(dir, (folder) => writeAll(dir, folder, files));
  } catch (error) {
    return refusedBySystem(error);
  }
}

/** A folder on the file system of the clone, and not in its tree. */
async function withFolder<T>(dir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(gitDirOf(dir), 'benchloop-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error of the file system; every file is then as it was */
async function writeAll(dir: string, folder: string, files: readonly FileChange[]): Promise<Result<void>> {
  const paths = files.map(({ path }) => path);
  const done: Drafted[] = [];
  const made: string[] = [];
  try {
    const tick = await freshTick(dir);
    const drafts = await draft(dir, folder, files);
    await touch(dir, await includersOf(dir, paths), tick);
    for (const one of drafts) {
      made.push(...(await makeFolders(one)));
      await move(one.after, one.target);
      done.push(one);
    }
  } catch (error) {
    for (const one of done.reverse()) await move(one.before, one.target);
    for (const one of made.reverse()) await rmdir(one);
    throw error;
  }
  return track(dir, paths);
}

async function draft(dir: string, folder: string, files: readonly FileChange[]): Promise<Drafted[]> {
  const drafts: Drafted[] = [];
  for (const [at, file] of files.entries()) {
    const runs = file.oldMode === '100755' || file.newMode === '100755';
    const write = async (name: string, content: string): Promise<string> => {
      const to = join(folder, `${name}-${at}`);
      await writeFile(to, encodeText(content), { flush: true });
      if (runs) await chmod(to, 0o755);
      return to;
    };
    drafts.push({
      path: file.path,
      target: join(dir, file.path),
      before: file.status === 'added' ? null : await write('before', file.before),
      after: file.status === 'deleted' ? null : await write('after', file.after),
    });
  }
  return drafts;
}

/** The folders that were not there, from the top. */
async function makeFolders({ target, after }: Drafted): Promise<string[]> {
  if (after === null) return [];
  const folder = dirname(target);
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return [];
  const made: string[] = [];
  for (let at = folder; at !== dirname(first); at = dirname(at)) made.unshift(at);
  return made;
}

/** Null: there is to be none. */
const move = (from: string | null, to: string): Promise<void> =>
  from === null ? rm(to, { force: true }) : rename(from, to);
