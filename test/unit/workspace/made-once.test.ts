import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeOnce } from '../../fixtures/made-once.js';
import { cloned, fingerprint, g, head, put, repository, temporary, text } from './repositories.js';

const FILES = { 'a.c': 'int a;\n', 'made once.sh': 'exit 0\n' };

describe('a repository that was made before', () => {
  it('is as git left the first: its index knows the files that lie there, and sees an edit', () => {
    const [first, again] = [repository(FILES), repository(FILES)];
    const { '.git/index': _, ...others } = fingerprint(again);
    expect(fingerprint(first)).toMatchObject(others);
    expect(head(again)).toBe(g(first, 'rev-parse', 'HEAD').trim());
    // plumbing, which compares times and refreshes none
    g(again, 'diff-files', '--quiet');
    put(again, { 'a.c': 'int b;\n' });
    expect(() => g(again, 'diff-files', '--quiet')).toThrow();
    expect(text(first, 'a.c')).toBe('int a;\n');
  });

  it('comes with a clone that names its own folders', async () => {
    const [first, again] = [await cloned(FILES), await cloned(FILES)];
    expect(again.clone).toEqual({ ...first.clone, dir: again.clone.dir });
    expect(again.clone.dir).not.toBe(first.clone.dir);
    expect(g(again.clone.dir, 'rev-parse', '--absolute-git-dir').trim()).toBe(`${again.clone.dir}.git`);
    g(again.clone.dir, 'diff-files', '--quiet');
  });
});

describe('what is made once', () => {
  it('is written again with its modes and its empty folders, and with the name of its folder wherever that stands', () => {
    let made = 0;
    const make = (dir: string) =>
      madeOnce(['a test', import.meta.url], [dir], () => {
        put(dir, { 'run.sh': `cd ${dir}\n`, 'empty/x': '' });
        return { made: ++made, dir };
      });
    const [first, again] = [join(temporary(), 'a'), join(temporary(), 'b')];
    expect([make(first), make(again)]).toEqual([
      { made: 1, dir: first },
      { made: 1, dir: again },
    ]);
    expect([text(again, 'run.sh'), existsSync(join(again, 'empty'))]).toEqual([`cd ${again}\n`, true]);
    expect(statSync(join(again, 'run.sh')).mode).toBe(statSync(join(first, 'run.sh')).mode);
  });
});
