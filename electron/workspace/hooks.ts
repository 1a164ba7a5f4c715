import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { git } from './git.js';
import { gitFolderOf } from './git-folder.js';

/** The hooks that judge a commit (githooks(5)); the others only take notice, or belong to other commands. */
const NAMES = ['pre-commit', 'commit-msg'] as const;

export interface CommitHook {
  name: (typeof NAMES)[number];
  /** Absolute. */
  file: string;
  /** Of its content. */
  sha256: string;
}

/** Hooks that a person's repository would run on a commit, in that order; none where it has no such files that may run. Runs nothing. */
export async function commitHooksOf(repoRoot: string): Promise<CommitHook[]> {
  const folder = await gitFolderOf(repoRoot);
  if (folder === null) return [];
  const told = await git({ gitDir: folder.gitDir }, [
    'config',
    '--file',
    join(folder.commonDir, 'config'),
    '--get',
    'core.hooksPath',
  ]);
  const named = told.ok ? told.value.trim() : '';
  const dir = named === '' ? join(folder.commonDir, 'hooks') : resolve(repoRoot, named);
  const found = await Promise.all(NAMES.map((name) => hookAt(name, join(dir, name))));
  return found.filter((hook) => hook !== null);
}

/** git leaves out a hook that may not be executed. */
async function hookAt(name: CommitHook['name'], file: string): Promise<CommitHook | null> {
  const may = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!may) return null;
  return {
    name,
    file,
    sha256: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  };
}
