import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRepository } from '../../../electron/workspace/repository.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { fingerprint, g, head, problem, put, repository, temporary, value } from './repositories.js';

const FILES = { 'fw/src/a.c': 'int a;\n', 'b.c': 'int b;\n', 'ü x.c': 'int c;\n' };

describe('findRepository', () => {
  it('finds the top, the folder and the commit, and writes nothing', async () => {
    const repo = repository(FILES);
    put(repo, { 'b.c': 'int dirty;\n', 'fw/src/a.c': 'staged\n', 'untracked é.c': 'x\n', '-dash': 'y\n' });
    g(repo, 'add', 'fw');
    const before = fingerprint(repo);
    const found = value(await findRepository(join(repo, 'fw')));
    expect(found).toEqual({ root: repo, subdir: 'fw', baseCommit: head(repo), dirtyFiles: 4 });
    expect(fingerprint(repo)).toEqual(before);
  });

  it('counts no dirty file where there is none, whatever the times say', async () => {
    const repo = repository(FILES);
    put(repo, FILES);
    expect(value(await findRepository(repo)).dirtyFiles).toBe(0);
  });

  it('says what to check where there is no such folder: whoever named it knows', async () => {
    const absent = join(temporary(), 'absent');
    expect(problem(await findRepository(absent)).next).toBe('check `repo` in the task file');
    expect(problem(await findRepository(absent, 'check `--repo`')).next).toBe('check `--repo`');
  });

  it.each([
    '[include]\n\tpath = waits',
    '[include] path = "waits" # a pipe',
    '[includeIf "gitdir:nowhere"]\n\tpath=waits',
  ])('names a pipe that the configuration includes, and does not wait for it: %j', async (lines) => {
    if (process.platform === 'win32') return;
    const repo = repository(FILES);
    put(repo, { '.git/more': lines });
    execFileSync('mkfifo', [join(repo, '.git', 'waits')]);
    g(repo, 'config', '--local', '--add', 'include.path', 'absent');
    appendFileSync(join(repo, '.git', 'config'), '[include]\n\tpath = more\n');
    const { code, message } = problem(await findRepository(repo));
    expect([code, inEnglish(message)]).toEqual([
      'REPO_NOT_FOUND',
      expect.stringContaining(`includes ${join(repo, '.git', 'waits')}, which is no file but a pipe`),
    ]);
  });

  it('refuses a commit with a path that is too long for any copy, with its beginning and its end', async () => {
    const repo = repository(FILES);
    const blob = g(repo, 'hash-object', 'b.c').trim();
    const deep = `${'deep/'.repeat(700)}end.c`;
    g(repo, 'update-index', '--add', '--cacheinfo', `100644,${blob},${deep}`);
    g(repo, 'commit', '-qm', 'deep');
    const { code, message } = problem(await findRepository(repo));
    expect([code, inEnglish(message)]).toEqual([
      'REPO_NOT_FOUND',
      expect.stringMatching(/a path has 3505 bytes, and may have 3000: deep\/deep.{50,400}end\.c$/),
    ]);
  });

  it('works in the middle of a merge', async () => {
    const repo = repository(FILES);
    g(repo, 'checkout', '-q', '-b', 'other');
    put(repo, { 'b.c': 'other\n' });
    g(repo, 'commit', '-qam', 'other');
    g(repo, 'checkout', '-q', 'main');
    put(repo, { 'b.c': 'mine\n' });
    g(repo, 'commit', '-qam', 'mine');
    expect(() => g(repo, 'merge', 'other')).toThrow();
    const before = fingerprint(repo);
    expect(value(await findRepository(repo)).dirtyFiles).toBe(1);
    expect(fingerprint(repo)).toEqual(before);
  });

  it('follows a linked work tree and a symbolic link', async () => {
    const repo = repository(FILES);
    const linked = join(temporary(), 'linked');
    g(repo, 'worktree', 'add', '-q', '-b', 'wt', linked);
    put(linked, { 'b.c': 'int other;\n' });
    g(linked, 'commit', '-qam', 'second');
    expect(value(await findRepository(linked))).toMatchObject({
      root: linked,
      baseCommit: head(linked),
      dirtyFiles: 0,
    });
    const link = join(temporary(), 'link');
    symlinkSync(join(repo, 'fw'), link);
    expect(value(await findRepository(link))).toMatchObject({ root: repo, subdir: 'fw' });
  });

  it('names what is missing and what to do', async () => {
    const plain = temporary();
    const empty = temporary();
    g(empty, 'init', '-q');
    const bare = join(temporary(), 'bare.git');
    g(plain, 'init', '-q', '--bare', bare);
    const repo = repository(FILES);
    mkdirSync(join(repo, 'new folder'));
    const cases: [string, string][] = [
      [join(plain, 'missing'), 'REPO_NOT_FOUND'],
      [plain, 'REPO_NOT_FOUND'],
      [bare, 'REPO_NOT_FOUND'],
      [join(repo, '.git'), 'REPO_NOT_FOUND'],
      [join(repo, 'b.c'), 'REPO_NOT_FOUND'],
      [empty, 'REPO_NO_COMMIT'],
      [join(repo, 'new folder'), 'REPO_NO_COMMIT'],
    ];
    for (const [path, code] of cases) {
      const error = problem(await findRepository(path));
      expect([path, error.code]).toEqual([path, code]);
      expect(error.next).toBeTruthy();
    }
  });

  it('says that a repository cannot be read, instead of calling it empty', async () => {
    const repo = repository(FILES);
    writeFileSync(join(repo, '.git/config'), '[core\n');
    expect(problem(await findRepository(repo))).toMatchObject({ code: 'REPO_NOT_FOUND' });
    chmodSync(join(repo, '.git/config'), 0o644);
  });
});
