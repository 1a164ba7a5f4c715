import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FindRipgrep, packagedRipgrep, searchTree } from '../../../electron/workspace/search.js';
import { value } from '../../fixtures/firmware-run.js';
import { hostBench } from '../effects/firmware-loop/trial/trial-bench.js';

const { signal } = new AbortController();

const FILES = {
  'src/ring.c': 'int ring_put(int v);\nint RING_MAX = 4;\n// a.b(c) \\d\n',
  'src/ring.h': 'int ring_put(int v);\n',
  'notes.md': 'ring_put puts\n',
  '.gitignore': 'out/\n',
};

async function tree(): Promise<string> {
  const { bench } = await hostBench(FILES, { parser: 'tap', command: ['true'], cases: ['*'] });
  const dir = bench.paths.clone;
  mkdirSync(path.join(dir, 'out'));
  writeFileSync(path.join(dir, 'out/ring.o'), 'ring_put');
  writeFileSync(path.join(dir, 'new.c'), 'ring_put(1);\n');
  writeFileSync(path.join(dir, 'blob.c'), Buffer.from([0, 1, 114, 105, 110, 103, 95, 112, 117, 116]));
  symlinkSync('/etc/passwd', path.join(dir, 'link.c'));
  return dir;
}

const SEARCHES: readonly (readonly [string, FindRipgrep])[] = [
  ['ripgrep', packagedRipgrep],
  ['the search for systems without it', async () => null],
];

describe.each(SEARCHES)('%s', (_, find) => {
  const places = async (dir: string, request: Omit<Parameters<typeof searchTree>[1], 'max'>) =>
    value(await searchTree(dir, { max: 100, ...request }, signal, find)).matches.map(
      (m) => `${m.file}:${m.line}`,
    );

  it('finds lines of all files, tracked or not, but no ignored, binary or linked ones', async () => {
    const dir = await tree();
    expect(await places(dir, { pattern: 'ring_put' })).toEqual([
      ...['new.c:1', 'notes.md:1', 'src/ring.c:1', 'src/ring.h:1'],
    ]);
    expect(await places(dir, { pattern: 'root:' })).toEqual([]);
  });

  it('takes globs, the case of letters, and what is escaped', async () => {
    const dir = await tree();
    expect(await places(dir, { pattern: 'ring_put', glob: '*.h' })).toEqual(['src/ring.h:1']);
    expect(await places(dir, { pattern: 'ring_m', ignoreCase: true })).toEqual(['src/ring.c:2']);
    expect(await places(dir, { pattern: 'ring_m' })).toEqual([]);
    expect(await places(dir, { pattern: 'a\\.b\\(c\\)' })).toEqual(['src/ring.c:3']);
  });

  it('says that there is more than was asked for', async () => {
    const dir = await tree();
    const some = value(await searchTree(dir, { pattern: 'ring', max: 2 }, signal, find));
    expect([some.matches.length, some.isCut]).toEqual([2, true]);
    expect(value(await searchTree(dir, { pattern: 'puts', max: 2 }, signal, find)).isCut).toBe(false);
  });

  it('refuses what is no pattern, or one that could take for ever', async () => {
    const dir = await tree();
    for (const pattern of ['(', '(a)\\1', '(?=a)b'])
      expect(await searchTree(dir, { pattern, max: 2 }, signal, find)).toMatchObject({
        error: { code: 'ARGUMENTS_MALFORMED' },
      });
  });

  it('takes a pattern for a pattern, also where it looks like an option', async () => {
    const dir = await tree();
    writeFileSync(path.join(dir, 'option.txt'), 'x --pre=sh y\n');
    expect(await places(dir, { pattern: '--pre=sh' })).toEqual(['option.txt:1']);
  });
});
