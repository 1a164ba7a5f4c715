import { describe, expect, it } from 'vitest';
import { findBase, gitIn } from '../../../../build/ci/base.mjs';
import { changesSince, namesBefore, newTests, parseChanges } from '../../../../build/ci/change.mjs';
import { g, put, temporary } from '../../workspace/repositories.js';

/** Git that knows some commits by name, and the merge base with `origin/main`. */
const stub =
  (commits: Record<string, string>, fork: string | null) =>
  async (command?: string, ...args: string[]): Promise<string | null> =>
    command === 'merge-base' ? fork : (commits[String(args.at(-1)).replace('^{commit}', '')] ?? null);

describe('the base of a change', () => {
  const commits = { HEAD: 'h', 'HEAD~1': 'p', v1: 'v' };

  it('is the merge base with origin/main', async () => {
    expect(await findBase(stub(commits, 'f'))).toEqual({ rev: 'f', why: 'the merge base with origin/main' });
  });

  it('is the commit before where origin/main holds the change, or is not there', async () => {
    expect(await findBase(stub(commits, 'h'))).toEqual({
      rev: 'p',
      why: 'HEAD~1, because origin/main holds HEAD',
    });
    expect(await findBase(stub(commits, null))).toEqual({
      rev: 'p',
      why: 'HEAD~1, because nothing is shared with origin/main',
    });
  });

  it('is none where there is no commit before', async () => {
    expect((await findBase(stub({ HEAD: 'h' }, null))).rev).toBeNull();
  });

  it('is what a person asks for, or none where that is no commit', async () => {
    expect(await findBase(stub(commits, 'f'), 'v1')).toEqual({ rev: 'v', why: 'v1, as asked' });
    expect(await findBase(stub(commits, 'f'), 'v2')).toEqual({ rev: null, why: 'v2 is no commit here' });
  });
});

describe('what git says of a change', () => {
  it('is read with its renames and copies', () => {
    const text = 'M\0a.ts\0R100\0b.ts\0c.ts\0C075\0d.ts\0e.ts\0D\0f.ts\0';
    expect(parseChanges(text)).toEqual([
      { status: 'M', file: 'a.ts', isSame: false },
      { status: 'R', file: 'c.ts', from: 'b.ts', isSame: true },
      { status: 'C', file: 'e.ts', from: 'd.ts', isSame: false },
      { status: 'D', file: 'f.ts', isSame: false },
    ]);
    expect(parseChanges('')).toEqual([]);
  });
});

describe('the new test files of a change', () => {
  const lines = (start: number): string =>
    Array.from(
      { length: 40 },
      (_, i) => `it('does ${start + i}', () => expect(${start + i}).toBe(1));\n`,
    ).join('');

  it('are neither renamed nor split off another, nor are they no tests', async () => {
    const dir = temporary('change');
    g(dir, 'init', '-q');
    put(dir, { 'test/a.test.ts': lines(0), 'test/b.test.ts': lines(100) });
    g(dir, 'add', '.');
    g(dir, 'commit', '-qm', 'one');
    g(dir, 'mv', 'test/a.test.ts', 'test/a.full.test.ts');
    put(dir, {
      'test/split.full.test.ts': `${lines(100).slice(0, 1500)}\n`,
      'test/new.test.ts': lines(500),
      'test/fixtures/new.ts': lines(700),
      'electron/new.ts': lines(900),
    });
    g(dir, 'add', '.');
    g(dir, 'commit', '-qm', 'two');
    const git = gitIn(dir);
    const base = await findBase(git);
    const changes = await changesSince(git, base.rev);
    expect(base.why).toBe('HEAD~1, because nothing is shared with origin/main');
    expect(newTests(changes)).toEqual(['test/new.test.ts']);
    expect(namesBefore(changes)).toEqual(
      new Map([
        ['test/a.full.test.ts', 'test/a.test.ts'],
        ['test/split.full.test.ts', 'test/b.test.ts'],
      ]),
    );
  });

  it('are none where there is nothing to compare with', async () => {
    expect(await changesSince(stub({}, null), null)).toEqual([]);
  });
});
