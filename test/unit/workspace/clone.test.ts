import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clone, createClone } from '../../../electron/workspace/clone.js';
import { diffBetween } from '../../../electron/workspace/patch.js';
import { currentTree, rollbackTo } from '../../../electron/workspace/snapshot.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { fingerprint, g, head, problem, put, repository, temporary, text, value } from './repositories.js';

const FILES = { 'src/a.c': 'int a;\n', 'crlf.c': 'x\r\ny\r\n', '-dash ü.c': 'int b;\n', 'empty.c': '' };
const target = () => join(temporary('clone'), 'a run');
const clone = (repo: string, into = target(), inputs: { from: string; to: string }[] = []) =>
  createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs });

const packObjects = (dir: string): string[] => readdirSync(join(dir, 'objects/pack'));

describe('createClone', () => {
  it('has the committed files, not the dirty ones, and leaves the repository as it is', async () => {
    const repo = repository(FILES);
    put(repo, { 'src/a.c': 'dirty\n', 'new.c': 'untracked\n' });
    g(repo, 'add', 'src/a.c');
    g(repo, 'config', 'alias.mine', 'status');
    const before = fingerprint(repo);
    const made = value(await clone(repo));
    expect(text(`${made.dir}.git`, 'config')).not.toContain('mine');
    expect(text(made.dir, 'src/a.c')).toBe('int a;\n');
    expect(text(made.dir, 'crlf.c')).toBe('x\r\ny\r\n');
    expect(text(made.dir, '-dash ü.c')).toBe('int b;\n');
    expect(existsSync(join(made.dir, 'new.c'))).toBe(false);
    expect(made.baseTree).toBe(g(repo, 'rev-parse', 'HEAD^{tree}').trim());
    expect(value(await currentTree(made.dir))).toBe(made.baseTree);
    expect(fingerprint(repo)).toEqual(before);
  });

  it('shares object files instead of copying them', async () => {
    const repo = repository(FILES);
    g(repo, 'gc', '-q');
    const made = value(await clone(repo));
    const pack = packObjects(join(repo, '.git')).find((name) => name.endsWith('.pack')) ?? '';
    expect(statSync(join(`${made.dir}.git/objects/pack`, pack)).ino).toBe(
      statSync(join(repo, '.git/objects/pack', pack)).ino,
    );
  });

  it('can be used with an ordinary git, tags included', async () => {
    const repo = repository(FILES);
    g(repo, 'tag', 'v1.2');
    const made = value(await clone(repo));
    expect(g(made.dir, 'describe', '--tags').trim()).toBe('v1.2');
    expect(g(made.dir, 'status', '--porcelain')).toBe('');
  });

  it('replaces what a crash left', async () => {
    const repo = repository(FILES);
    const into = target();
    put(into, { 'half/made': 'x' });
    put(`${into}.git`, { 'index.lock': '', HEAD: 'broken' });
    const made = value(await clone(repo, into));
    expect(existsSync(join(into, 'half'))).toBe(false);
    expect(value(await currentTree(into))).toBe(made.baseTree);
  });

  it('works from shallow, linked, borrowed and sha256 repositories', async () => {
    const repo = repository(FILES);
    put(repo, { 'src/a.c': 'int second;\n' });
    g(repo, 'commit', '-qam', 'second');
    const [shallow, linked, shared] = ['s', 'l', 'sh'].map((name) => join(temporary(), name)) as [
      string,
      string,
      string,
    ];
    g(repo, 'clone', '-q', '--depth=1', `file://${repo}`, shallow);
    g(repo, 'worktree', 'add', '-q', '--detach', linked);
    g(repo, 'clone', '-q', '--shared', repo, shared);
    const sha256 = join(temporary(), 'sha256');
    mkdirSync(sha256);
    g(sha256, 'init', '-q', '--object-format=sha256');
    repository({ 'src/a.c': 'int second;\n' }, sha256);
    for (const from of [shallow, linked, shared, sha256]) {
      const before = fingerprint(from);
      const made = value(await clone(from));
      expect(text(made.dir, 'src/a.c')).toBe('int second;\n');
      expect(value(await diffBetween(made.dir, made.baseCommit, 'HEAD'))).toBe('');
      expect(fingerprint(from)).toEqual(before);
    }
  });

  it('says how to fetch what a partial clone lacks, and fetches nothing by itself', async () => {
    const repo = repository(FILES);
    g(repo, 'config', 'uploadpack.allowFilter', 'true');
    const partial = join(temporary(), 'p');
    g(repo, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${repo}`, partial);
    const made = await createClone({
      repoRoot: partial,
      baseCommit: head(partial),
      into: target(),
      inputs: [],
    });
    const { code, next = '' } = problem(made);
    expect(code).toBe('INIT_FAILURE');
    const [, ...args] = /`(.*)`/.exec(inEnglish(next))?.[1]?.split(' ') ?? [];
    g(partial, ...args);
    expect(text(value(await clone(partial)).dir, 'src/a.c')).toBe(FILES['src/a.c']);
  });

  it('names a commit whose objects are gone', async () => {
    const repo = repository(FILES);
    const baseCommit = head(repo).replace(/^.{4}/, 'dead');
    const made = await createClone({ repoRoot: repo, baseCommit, into: target(), inputs: [] });
    expect(problem(made).code).toBe('INIT_FAILURE');
    expect(
      problem(await createClone({ repoRoot: temporary(), baseCommit, into: target(), inputs: [] })).code,
    ).toBe('REPO_NOT_FOUND');
  });

  it('checks nothing out any more once nobody waits for it', async () => {
    const repo = repository(FILES);
    const into = target();
    const made = await createClone({
      ...{ repoRoot: repo, baseCommit: head(repo), into, inputs: [] },
      signal: AbortSignal.abort(),
    });
    expect(problem(made).message).toContain('its step was left');
    expect(existsSync(join(into, 'src'))).toBe(false);
  });
});

describe('inputs', () => {
  it('are copied read-only, files and folders', async () => {
    const repo = repository(FILES);
    put(repo, { 'key.h': '#define K\n', 'sdk/inc/s.h': 'int s;\n' });
    const made = value(
      await clone(repo, target(), [
        { from: join(repo, 'key.h'), to: 'src/key.h' },
        { from: join(repo, 'sdk'), to: 'vendor/sdk' },
      ]),
    );
    expect(text(made.dir, 'src/key.h')).toBe('#define K\n');
    expect(text(made.dir, 'vendor/sdk/inc/s.h')).toBe('int s;\n');
    expect(lstatSync(join(made.dir, 'src/key.h')).mode & 0o222).toBe(0);
    expect(value(await currentTree(made.dir))).toBe(made.baseTree);
  });

  it('that leave the clone or hide a committed file are refused by name', async () => {
    const repo = repository(FILES);
    const from = join(repo, 'inputs');
    put(repo, { 'inputs/x': 'x', 'inputs/leaving/y': 'y' });
    symlinkSync('/etc', join(from, 'leaving/etc'));
    const outside = temporary('outside');
    symlinkSync(outside, join(repo, 'out'));
    g(repo, 'add', 'out');
    g(repo, 'commit', '-qm', 'link');
    const file = join(from, 'x');
    for (const [source, to] of [
      [file, '../x'],
      [file, '/etc/x'],
      [file, '.git/config'],
      [file, 'out/x'],
      [file, 'src/a.c'],
      [join(from, 'none'), 'n'],
      [join(from, 'leaving'), 'l'],
    ] as const) {
      const error = problem(await clone(repo, target(), [{ from: source, to }]));
      expect([to, error.code]).toEqual([to, 'INIT_FAILURE']);
      expect(error.message).toContain(to);
    }
    expect(readdirSync(outside)).toEqual([]);
  });

  it.each(['notes.txt', 'keys'])('are not followed out of the repository: %s', async (name) => {
    const repo = repository(FILES);
    const outside = temporary('outside');
    put(outside, { id_rsa: 'secret' });
    symlinkSync(join(outside, 'id_rsa'), join(repo, 'notes.txt'));
    symlinkSync(outside, join(repo, 'keys'));
    const error = problem(await clone(repo, target(), [{ from: join(repo, name), to: name }]));
    expect(error).toMatchObject({ code: 'INIT_FAILURE', message: expect.stringContaining(outside) });
  });
});

describe('submodules', () => {
  function nested(): string {
    const inner = repository({ 'i.c': 'int inner;\n' });
    const middle = repository({ 'm.c': 'int middle;\n' });
    g(middle, 'submodule', 'add', '-q', inner, 'deep/inner');
    g(middle, 'commit', '-qm', 'sub');
    const repo = repository(FILES);
    g(repo, 'submodule', 'add', '-q', '--name', 'odd name', middle, 'lib/mid dle');
    g(repo, 'submodule', 'update', '-q', '--init', '--recursive');
    g(repo, 'commit', '-qm', 'sub');
    return repo;
  }
  const expectFilled = async (made: Clone) => {
    expect(text(made.dir, 'lib/mid dle/m.c')).toBe('int middle;\n');
    expect(text(made.dir, 'lib/mid dle/deep/inner/i.c')).toBe('int inner;\n');
    expect(value(await currentTree(made.dir))).toBe(made.baseTree);
    expect(made.emptySubmodules).toEqual([]);
  };

  it('are filled recursively and offline from the checked-out folders', async () => {
    const repo = nested();
    put(repo, { 'lib/mid dle/m.c': 'dirty\n' });
    const before = fingerprint(repo);
    const made = value(await clone(repo));
    await expectFilled(made);
    value(await rollbackTo(made.dir, made.baseCommit));
    await expectFilled(made);
    expect(fingerprint(repo)).toEqual(before);
  });

  it('are filled from .git/modules when they are not checked out', async () => {
    const repo = nested();
    g(repo, 'submodule', 'deinit', '-q', '-f', '--all');
    await expectFilled(value(await clone(repo)));
  });

  it('that the user never initialised stay empty and are named', async () => {
    const bare = join(temporary(), 'fresh');
    g(temporary(), 'clone', '-q', nested(), bare);
    expect(value(await clone(bare)).emptySubmodules).toEqual(['lib/mid dle']);
  });

  it('that lack the commit are named', async () => {
    const repo = nested();
    const other = 'a'.repeat(40);
    g(repo, 'update-index', '--cacheinfo', `160000,${other},lib/mid dle`);
    g(repo, 'commit', '-qm', 'unknown commit');
    const error = problem(await clone(repo));
    expect(error).toMatchObject({ code: 'INIT_FAILURE', where: 'lib/mid dle' });
    expect(error.next).toContain('git submodule update');
  });
});

describe('Git LFS', () => {
  const CONTENT = Buffer.from([1, 2, 3, 0, 255]);
  const OID = createHash('sha256').update(CONTENT).digest('hex');
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${OID}\nsize 5\n`;
  const repo = () =>
    repository({ ...FILES, '.gitattributes': '*.bin filter=lfs diff=lfs -text\n', 'fw/x.bin': POINTER });
  const object = `.git/lfs/objects/${OID.slice(0, 2)}/${OID.slice(2, 4)}/${OID}`;

  it('files are replaced by their objects and are no change', async () => {
    const from = repo();
    put(from, { [object]: CONTENT });
    const made = value(await clone(from));
    expect(readFileSync(join(made.dir, 'fw/x.bin'))).toEqual(CONTENT);
    expect(value(await currentTree(made.dir))).toBe(made.baseTree);
    value(await rollbackTo(made.dir, made.baseCommit));
    expect(readFileSync(join(made.dir, 'fw/x.bin'))).toEqual(CONTENT);
  });

  it('objects that are missing or damaged name the file', async () => {
    const from = repo();
    expect(problem(await clone(from))).toMatchObject({ code: 'INIT_FAILURE', where: 'fw/x.bin' });
    put(from, { [object]: 'damaged' });
    expect(problem(await clone(from)).next).toContain('git lfs pull');
  });
});
