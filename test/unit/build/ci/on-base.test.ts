import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../../build/ci/base.mjs';
import { runOnBase } from '../../../../build/ci/on-base.mjs';
import { g, put, temporary } from '../../workspace/repositories.js';

const FAILING = ['test/a.test.ts', 'test/b.test.ts', 'test/new.test.ts', 'test/renamed.test.ts'];

/** Two commits: the second renames a test, adds one, and may change the packages. */
function repository(packages: string) {
  const dir = temporary('base');
  g(dir, 'init', '-q');
  put(dir, { 'test/a.test.ts': 'passes', 'test/b.test.ts': 'fails', 'test/old.test.ts': 'passes' });
  put(dir, { 'package-lock.json': 'one' });
  g(dir, 'add', '.');
  g(dir, 'commit', '-qm', 'one');
  g(dir, 'mv', 'test/old.test.ts', 'test/renamed.test.ts');
  put(dir, { 'test/a.test.ts': 'fails', 'test/new.test.ts': 'fails', 'package-lock.json': packages });
  g(dir, 'add', '.');
  g(dir, 'commit', '-qm', 'two');
  return gitIn(dir);
}

const base = { rev: 'HEAD~1', why: '', names: new Map([['test/renamed.test.ts', 'test/old.test.ts']]) };

describe('a failing test on the base', () => {
  it('passes, fails or is absent there, by what its file was called there', async () => {
    const checkouts: string[] = [];
    const { before, why } = await runOnBase(FAILING, base, repository('one'), async (files, dir) => {
      checkouts.push(dir);
      expect(existsSync(path.join(dir, 'node_modules', 'vitest'))).toBe(true);
      return files.map((file) => {
        const failed = readFileSync(path.join(dir, file), 'utf8') === 'fails' ? 1 : 0;
        return { file, passed: 1, failed };
      });
    });
    expect([...before.values(), why]).toEqual(['passes', 'fails', 'absent', 'passes', '']);
    expect(checkouts.map(existsSync)).toEqual([false]);
  });

  it('is not known where the base has other packages, and is not run', async () => {
    const { before, why } = await runOnBase(FAILING, base, repository('two'), () => Promise.reject());
    expect([...before.values()]).toEqual(['unknown', 'unknown', 'absent', 'unknown']);
    expect(why).toBe('the base has other packages (package-lock.json)');
  });

  it('is not known where it does not end there, or git makes no checkout', async () => {
    const git = async (command?: string) =>
      command === 'ls-tree' ? 'test/a.test.ts\0' : command === 'worktree' ? null : '';
    const refused = await runOnBase(['test/a.test.ts'], base, git, () => Promise.reject());
    expect([...refused.before.values(), refused.why]).toEqual([
      'unknown',
      'git made no checkout of the base',
    ]);
  });

  it('is absent where there is no base', async () => {
    const none = { ...base, rev: null };
    const { before } = await runOnBase(
      ['test/a.test.ts'],
      none,
      async () => null,
      () => Promise.reject(),
    );
    expect(before.get('test/a.test.ts')).toBe('absent');
  });
});
