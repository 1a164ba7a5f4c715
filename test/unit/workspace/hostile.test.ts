import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClone } from '../../../electron/workspace/clone.js';
import { applyPatch, diffBetween, revertPatch, treeAfter } from '../../../electron/workspace/patch.js';
import { judgePatch } from '../../../electron/workspace/policy.js';
import { publishBranch } from '../../../electron/workspace/publish.js';
import { findRepository } from '../../../electron/workspace/repository.js';
import { createScratch, removeScratch, resetScratch } from '../../../electron/workspace/scratch.js';
import { currentTree, rollbackTo } from '../../../electron/workspace/snapshot.js';
import { ATTRIBUTES, hostileRepository, left, makeHostile } from './hostile-repository.js';
import { fingerprint, g, head, put, repository, temporary, text, value } from './repositories.js';

const PATCH = '--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';
const RULES = {
  allowedPaths: ['**'],
  forbiddenPaths: [],
  maxLines: 9,
  maxFiles: 9,
  riskThreshold: 1,
  bannedConstructs: [],
};
async function wholeRun(repo: string): Promise<{ dir: string; commit: string }> {
  const found = value(await findRepository(repo));
  const into = join(temporary('clone'), 'c');
  const made = value(
    await createClone({ repoRoot: found.root, baseCommit: found.baseCommit, into, inputs: [] }),
  );
  expect(text(made.dir, 'sub/s.c')).toBe('int s;\n');
  await work(made.dir, made.baseCommit);
  const applied = value(await applyPatch(made.dir, PATCH, 'fix'));
  return { dir: made.dir, commit: applied.commit };
}

async function work(dir: string, base: string): Promise<void> {
  value(await judgePatch(dir, PATCH, RULES));
  value(await treeAfter(dir, PATCH));
  value(await applyPatch(dir, PATCH, 'fix'));
  value(await diffBetween(dir, base, 'HEAD'));
  value(await revertPatch(dir, PATCH));
  utimesSync(join(dir, 'x.h'), 1000, 1000);
  value(await currentTree(dir));
  const scratch = join(temporary('scratch'), 's');
  value(await createScratch({ cloneDir: dir, commit: base, into: scratch }));
  value(await applyPatch(scratch, PATCH, 'try'));
  value(await resetScratch(scratch));
  await removeScratch(scratch);
  value(await rollbackTo(dir, base));
}

describe('a repository whose own configuration attacks', () => {
  it('would run programs under an ordinary git (the traps work)', () => {
    const { repo, markers } = hostileRepository();
    for (const command of ['status', 'diff', 'checkout'])
      spawnSync('git', ['-C', repo, command, '.'], { stdio: 'ignore', timeout: 20_000 });
    expect(left(markers)).toEqual(expect.arrayContaining(['clean', 'fsmonitor', 'process', 'smudge']));
  });

  it('runs nothing in a whole run, and gets one branch and its objects', async () => {
    const { repo, markers } = hostileRepository();
    const before = fingerprint(repo);
    const { dir, commit } = await wholeRun(repo);
    expect(fingerprint(repo)).toEqual(before);
    value(await publishBranch({ repoRoot: repo, cloneDir: dir, commit, branch: 'benchloop/run-1' }));
    expect(left(markers)).toEqual([]);
    const after = fingerprint(repo);
    const added = Object.keys(after).filter((path) => !(path in before) && !path.startsWith('.git/objects/'));
    expect(added).toEqual(['.git/refs/heads/benchloop/', '.git/refs/heads/benchloop/run-1']);
    for (const [path, hash] of Object.entries(before)) expect([path, after[path]]).toEqual([path, hash]);
  });

  it('does not fetch what is missing', async () => {
    const { repo, markers } = hostileRepository();
    const blob = g(repo, '-c', 'core.fsmonitor=false', 'rev-parse', 'HEAD:src/a.c').trim();
    rmSync(join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const into = join(temporary('clone'), 'c');
    const made = await createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs: [] });
    expect(made).toMatchObject({ ok: false, error: { code: 'INIT_FAILURE' } });
    expect(left(markers)).toEqual([]);
  });

  it('is not led to another folder by core.worktree', async () => {
    const repo = repository({ 'src/a.c': 'int a;\n' });
    const elsewhere = temporary('elsewhere');
    g(repo, 'config', 'core.worktree', elsewhere);
    expect(value(await findRepository(repo)).root).toBe(repo);
    await createClone({
      repoRoot: repo,
      baseCommit: g(repo, 'rev-parse', 'HEAD').trim(),
      into: join(temporary(), 'c'),
      inputs: [],
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('cannot smuggle a foreign file in by a link among its objects', async () => {
    const repo = repository({ 'src/a.c': 'int a;\n' });
    const blob = g(repo, 'rev-parse', 'HEAD:src/a.c').trim();
    const object = join(repo, '.git/objects', blob.slice(0, 2), blob.slice(2));
    const secret = join(temporary('secret'), 's');
    renameSync(object, secret);
    symlinkSync(secret, object);
    const made = await createClone({
      repoRoot: repo,
      baseCommit: head(repo),
      into: join(temporary(), 'c'),
      inputs: [],
    });
    expect(made).toMatchObject({ ok: false, error: { code: 'INIT_FAILURE' } });
  });
});

describe('a build that attacks the clone', () => {
  async function attacked() {
    const markers = join(temporary('markers'), 'm');
    put(markers, { keep: '' });
    const repo = repository({ 'src/a.c': 'int a;\n', 'x.h': 'int h;\n' });
    const into = join(temporary('clone'), 'c');
    const made = value(await createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs: [] }));
    return { markers, repo, made };
  }

  it('by another .git in its place runs nothing', async () => {
    const { markers, made } = await attacked();
    rmSync(join(made.dir, '.git'));
    g(made.dir, 'init', '-q');
    makeHostile(made.dir, markers);
    put(made.dir, { '.gitattributes': ATTRIBUTES });
    await work(made.dir, made.baseCommit);
    expect(left(markers)).toEqual([]);
  });

  it('by a link in the place of a folder writes nothing outside', async () => {
    const { made } = await attacked();
    const outside = temporary('outside');
    put(outside, { 'a.c': 'precious\n' });
    rmSync(join(made.dir, 'src'), { recursive: true });
    symlinkSync(outside, join(made.dir, 'src'));
    expect(value(await currentTree(made.dir))).not.toBe(made.baseTree);
    value(await applyPatch(made.dir, PATCH, 'fix'));
    expect(text(outside, 'a.c')).toBe('precious\n');
    value(await rollbackTo(made.dir, made.baseCommit));
    expect(text(outside, 'a.c')).toBe('precious\n');
    expect(text(made.dir, 'src/a.c')).toBe('int a;\n');
    rmSync(join(made.dir, 'src'), { recursive: true });
    symlinkSync(outside, join(made.dir, 'src'));
    const gone =
      'diff --git a/src/a.c b/src/a.c\ndeleted file mode 100644\n--- a/src/a.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-int a;\n';
    value(await applyPatch(made.dir, gone, 'delete'));
    expect(existsSync(join(outside, 'a.c'))).toBe(true);
  });
});
