import { execFileSync } from 'node:child_process';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../../electron/workspace/candidate.js';
import { includersOf } from '../../../electron/workspace/includers.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { createScratch } from '../../../electron/workspace/scratch.js';
import { rollbackTo } from '../../../electron/workspace/snapshot.js';
import { cloned, latin1In, put, temporary, text, value } from './repositories.js';

/** A Makefile that does not say which headers its objects depend on, as many that are written by hand. */
const FILES = {
  Makefile:
    'out/app: out/a.o out/b.o out/c.o\n\tcat $^ > $@\nout/%.o: %.c\n\t@mkdir -p out\n\tcpp -P $< > $@\n\techo $< >> log\n',
  'a.c': '#include "limit.h"\nLIMIT\n',
  'b.c': '# include <through.h>\nLIMIT + 1\n',
  'c.c': 'other\n',
  'through.h': '  #\tinclude "x/../limit.h"\n',
  'limit.h': '#define LIMIT 6\n',
  '.gitignore': 'out/\nlog\n',
};
const patchTo = (now: number) =>
  `--- a/limit.h\n+++ b/limit.h\n@@ -1 +1 @@\n-#define LIMIT 6\n+#define LIMIT ${now}\n`;

async function cloneOf(files: Record<string, string | Buffer>) {
  return (await cloned(files)).clone;
}

function make(dir: string): string {
  execFileSync('make', ['-s'], { cwd: dir, env: { ...process.env, CPATH: dir } });
  return text(dir, 'out/app');
}

async function built() {
  const clone = await cloneOf({ ...FILES, 'x/README': '' });
  expect(make(clone.dir)).toBe('6\n6 + 1\nother\n');
  return clone;
}

describe('a change of a header that no rule of the Makefile names', () => {
  it('is in the next build, and in the one after it was taken back; nothing else is built', async () => {
    const { dir, baseCommit } = await built();
    value(await applyPatch(dir, patchTo(7), 'try'));
    expect(make(dir)).toBe('7\n7 + 1\nother\n');
    value(await rollbackTo(dir, baseCommit));
    expect(make(dir)).toBe('6\n6 + 1\nother\n');
    expect(text(dir, 'log')).toBe('a.c\nb.c\nc.c\na.c\nb.c\na.c\nb.c\n');
  });

  it('is in the trial of a candidate, and no longer in that of the next', async () => {
    const { dir, baseCommit } = await built();
    const into = join(temporary('scratch'), 's');
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    const candidates = candidatesIn(into);
    for (const limit of [7, 8]) {
      expect(await candidates.put(patchTo(limit))).toBe(true);
      expect(make(into)).toBe(`${limit}\n${limit} + 1\nother\n`);
    }
    expect(await candidates.put(null)).toBe(true);
    expect(make(into)).toBe('6\n6 + 1\nother\n');
    expect(text(into, 'log').match(/c\.c/g)).toHaveLength(1);
  });
});

describe('includersOf', () => {
  it('takes a name as it is written, in files that are not tracked too', async () => {
    const { dir } = await cloneOf({
      'a.c': '#include "sub/ü+(1).h"\n',
      'b.c': '#include "xü+(1).h"\n',
      'c.c': '// #include "ü+(1).h" is not needed\n',
      'd.S': '.include "ü+(1).h"\n',
      'sub/ü+(1).h': '',
    });
    put(dir, { 'generated/e.c': '#include <ü+(1).h>\n' });
    expect((await includersOf(dir, ['sub/ü+(1).h'])).sort()).toEqual(['a.c', 'd.S', 'generated/e.c']);
    expect(await includersOf(dir, ['a.c'])).toEqual([]);
    expect(await includersOf(dir, [])).toEqual([]);
  });

  it('finds a file whose name is no UTF-8, and makes it newer', async () => {
    const { dir } = await built();
    const old = Buffer.concat([latin1In(dir), Buffer.from('.c')]);
    writeFileSync(old, '#include "limit.h"\n');
    utimesSync(old, 1, 1);
    value(await applyPatch(dir, patchTo(7), 'try'));
    expect(statSync(old).mtimeMs).toBeGreaterThan(1000);
  });

  it('looks for no name with a line end, which no directive can hold', async () => {
    const { dir } = await cloneOf({ 'a.c': '#include "b.h"\n', 'b.h': '', 'x\n(y.h': '' });
    expect(await includersOf(dir, ['x\n(y.h', 'b.h'])).toEqual(['a.c']);
    expect(await includersOf(dir, ['x\n(y.h'])).toEqual([]);
  });

  it('ends where headers include each other', async () => {
    const { dir } = await cloneOf({ 'a.h': '#include "b.h"\n', 'b.h': '#include "a.h"\n' });
    expect((await includersOf(dir, ['a.h'])).sort()).toEqual(['a.h', 'b.h']);
  });
});
