import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { publishBranch } from '../../../electron/workspace/publish.js';
import { fingerprint, g, head, problem, put, repository, temporary, value } from './repositories.js';

const PATCH =
  '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n--- /dev/null\n+++ b/n/new.c\n@@ -0,0 +1 @@\n+int n;\n';

/** Puts an object of the clone back into the repository. */
type Borrow = (id: string) => void;

async function run(repo: string) {
  const into = join(temporary('clone'), 'c');
  const { dir } = value(await createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs: [] }));
  const { commit } = value(await applyPatch(dir, PATCH, 'Fix it'));
  return { repoRoot: repo, cloneDir: dir, commit, branch: 'benchloop/r1' };
}

describe('publishBranch', () => {
  it('adds one branch and its objects and changes nothing else, in a dirty merge too', async () => {
    const repo = repository({ 'a.c': 'int a;\n', 'b.c': 'b\n' });
    g(repo, 'checkout', '-q', '-b', 'other');
    put(repo, { 'b.c': 'other\n' });
    g(repo, 'commit', '-qam', 'other');
    g(repo, 'checkout', '-q', 'main');
    put(repo, { 'b.c': 'mine\n' });
    g(repo, 'commit', '-qam', 'mine');
    expect(() => g(repo, 'merge', 'other')).toThrow();
    put(repo, { 'a.c': 'dirty\n', untracked: 'u\n', '.git/FETCH_HEAD': 'x\n' });
    const before = fingerprint(repo);
    const request = await run(repo);
    expect(value(await publishBranch(request))).toEqual({ branch: 'benchloop/r1' });
    const after = fingerprint(repo);
    for (const [path, hash] of Object.entries(before)) expect([path, after[path]]).toEqual([path, hash]);
    const added = Object.keys(after).filter((path) => !(path in before));
    expect(added.filter((path) => !path.startsWith('.git/objects/'))).toEqual([
      '.git/refs/heads/benchloop/',
      '.git/refs/heads/benchloop/r1',
    ]);
    expect(g(repo, 'show', 'benchloop/r1:n/new.c')).toBe('int n;\n');
    expect(() => g(repo, 'fsck', '--strict', '--connectivity-only')).not.toThrow();
  });

  it('succeeds when it is repeated', async () => {
    const request = await run(repository({ 'a.c': 'int a;\n' }));
    value(await publishBranch(request));
    const before = fingerprint(request.repoRoot);
    value(await publishBranch(request));
    expect(fingerprint(request.repoRoot)).toEqual(before);
  });

  it('adds what the repository has packed away, as a change that goes back to what was', async () => {
    const repo = repository({ 'a.c': 'int b;\n', 'n/new.c': 'int n;\n' });
    g(repo, 'rm', '-q', 'n/new.c');
    put(repo, { 'a.c': 'int a;\n' });
    g(repo, 'commit', '-qam', 'second');
    g(repo, 'gc', '-q');
    value(await publishBranch(await run(repo)));
    expect(g(repo, 'rev-parse', 'benchloop/r1^{tree}')).toBe(g(repo, 'rev-parse', 'HEAD^^{tree}'));
    expect(() => g(repo, 'fsck', '--strict')).not.toThrow();
  });

  it('adds no branch where an object of it is damaged in the repository', async () => {
    const request = await run(repository({ 'a.c': 'int a;\n' }));
    const id = g(`${request.cloneDir}.git`, 'rev-parse', `${request.commit}:n/new.c`).trim();
    put(request.repoRoot, { [`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`]: '' });
    const { message, where, next } = problem(await publishBranch(request));
    expect([message, where]).toEqual([expect.stringContaining(id), request.repoRoot]);
    expect(next).toContain('patch file');
    expect(() => g(request.repoRoot, 'rev-parse', '--verify', 'benchloop/r1')).toThrow();
  });

  it('never moves a branch that exists, and takes no impossible name', async () => {
    const repo = repository({ 'a.c': 'int a;\n' });
    const request = await run(repo);
    g(repo, 'branch', 'benchloop/r1');
    expect(problem(await publishBranch(request)).message).toContain('exists already');
    expect(g(repo, 'rev-parse', 'benchloop/r1').trim()).toBe(head(repo));
    for (const branch of ['-x', 'a..b', 'benchloop', 'a b', '../main', 'benchloop/r1/deeper'])
      expect(problem(await publishBranch({ ...request, branch })).next).toBeTruthy();
    expect(problem(await publishBranch({ ...request, repoRoot: temporary() })).code).toBe('REPO_NOT_FOUND');
  });

  it.each([
    ['is gone', () => undefined],
    ['lacks a file', (_repo: string, base: string, borrow: Borrow) => borrow(base)],
  ])('adds nothing to a repository where the commit that the run began at %s', async (_how, spoil) => {
    const repo = repository({ 'a.c': 'int a;\n' });
    put(repo, { 'b.c': 'in this commit alone\n' });
    g(repo, 'add', '-A');
    g(repo, 'commit', '-qm', 'second');
    const request = await run(repo);
    const base = head(repo);
    g(repo, 'reset', '-q', '--hard', 'HEAD^');
    g(repo, 'reflog', 'expire', '--expire=now', '--all');
    g(repo, 'gc', '-q', '--prune=now');
    spoil(repo, base, (id) => {
      const name = join('objects', id.slice(0, 2), id.slice(2));
      mkdirSync(join(repo, '.git', dirname(name)), { recursive: true });
      copyFileSync(join(`${request.cloneDir}.git`, name), join(repo, '.git', name));
    });
    const before = fingerprint(repo);
    const { message, next } = problem(await publishBranch(request));
    expect(message).toContain(base.slice(0, 12));
    expect(next).toContain('patch file');
    expect(fingerprint(repo)).toEqual(before);
    expect(() => g(repo, 'log', '--all')).not.toThrow();
  });

  it('reaches a linked work tree through its main repository', async () => {
    const repo = repository({ 'a.c': 'int a;\n' });
    const linked = join(temporary(), 'linked');
    g(repo, 'worktree', 'add', '-q', '--detach', linked);
    const request = await run(linked);
    value(await publishBranch(request));
    expect(g(repo, 'rev-parse', 'benchloop/r1').trim()).toBe(request.commit);
  });
});
