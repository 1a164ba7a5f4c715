import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitFolder } from './git-folder.js';

const INDEX_FILE = /^(?:index$|sharedindex\.)/;

async function copyWithTime(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  // git compares an entry's time with the index file's own to find racy entries.
  const { atime, mtime } = await stat(from);
  await utimes(to, atime, mtime);
}

/**
 * Runs `use` with a temporary git folder that sees the objects (and, `withIndex`, a copy of the index) of a
 * repository but none of its configuration, so that nothing in it can name a filter, a hook, a
 * monitor or a remote to fetch from. `commit` becomes its HEAD.
 */
export async function withMirror<T>(
  folder: GitFolder,
  commit: string,
  withIndex: boolean,
  use: (gitDir: string) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'benchloop-mirror-'));
  try {
    for (const part of ['refs', 'objects/info', 'info']) await mkdir(join(dir, part), { recursive: true });
    const sha256 = commit.length === 64;
    const config = `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n`;
    await writeFile(
      join(dir, 'config'),
      sha256 ? `${config}[extensions]\n\tobjectFormat = sha256\n` : config,
    );
    await writeFile(join(dir, 'HEAD'), `${commit}\n`);
    await writeFile(
      join(dir, 'objects/info/alternates'),
      `${quotePath(join(folder.commonDir, 'objects'))}\n`,
    );
    for (const name of withIndex ? await readdir(folder.gitDir) : [])
      if (INDEX_FILE.test(name)) await copyWithTime(join(folder.gitDir, name), join(dir, name));
    for (const name of ['shallow', 'info/exclude'])
      if (existsSync(join(folder.commonDir, name)))
        await copyFile(join(folder.commonDir, name), join(dir, name));
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * `objects/info/alternates` reads a line that begins with a quote as a C string, `#` as a comment. Of its escapes (git,
 * quote.c, unquote_c_style) these are needed; every other byte stands for itself.
 */
export const quotePath = (path: string): string =>
  /["\\\n]/.test(path) && process.platform !== 'win32'
    ? `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
    : path;
