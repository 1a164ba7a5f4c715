import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import { gitDirOf } from '../../../electron/workspace/git.js';
import { currentTree } from '../../../electron/workspace/snapshot.js';
import { g, head, put, repository, temporary, value } from './repositories.js';

/** The second in which the clone is written and edited. */
const THEN = new Date('2026-01-01T00:00:00Z');

it('sees an edit that keeps the size, made in the second in which the index was written', async () => {
  const repo = repository({ 'a.c': 'int a;\n' });
  const dir = join(temporary('clone'), 'c');
  const clone = value(await createClone({ repoRoot: repo, baseCommit: head(repo), into: dir, inputs: [] }));
  const [file, gitDir] = [join(dir, 'a.c'), gitDirOf(dir)];
  const index = join(gitDir, 'index');
  // the time of change of an inode cannot be set
  writeFileSync(
    join(gitDir, 'config'),
    `${readFileSync(join(gitDir, 'config'))}[core]\n\ttrustctime = false\n`,
  );
  utimesSync(file, THEN, THEN);
  g(dir, `--git-dir=${gitDir}`, `--work-tree=${dir}`, 'update-index', '--refresh');
  put(dir, { 'a.c': 'int b;\n' });
  for (const path of [file, index]) utimesSync(path, THEN, THEN);
  expect(value(await currentTree(dir))).not.toBe(clone.baseTree);
});
