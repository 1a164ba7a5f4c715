import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanBuildOutput, wasWrittenSince } from '../../../electron/workspace/clean.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { createScratch, removeScratch, resetScratch } from '../../../electron/workspace/scratch.js';
import { currentTree } from '../../../electron/workspace/snapshot.js';
import { cloned, LATIN1, latin1In, put, temporary, text, value } from './repositories.js';

const MAKEFILE = `all: out/app
out/app: out/a.o out/b.o
	cat $^ > $@
out/%.o: %.c inc.h
	@mkdir -p out
	cp $< $@
	echo $< >> log
`;
const FILES = {
  Makefile: MAKEFILE,
  'a.c': 'a1\n',
  'b.c': 'b1\n',
  'inc.h': 'h\n',
  '.gitignore': 'out/\nlog\n',
};
const make = (dir: string): string => {
  execFileSync('make', ['-s'], { cwd: dir });
  return text(dir, 'out/app');
};
const patchTo = (now: string) => `--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-a1\n+${now}\n`;

async function built(files: Record<string, string> = FILES) {
  const { dir, baseCommit } = (await cloned(files)).clone;
  make(dir);
  return { dir, baseCommit, into: join(temporary('scratch'), 's') };
}

describe('a scratch copy', () => {
  it('builds incrementally and leaves the clone alone', async () => {
    const { dir, baseCommit, into } = await built();
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    expect(make(into)).toBe('a1\nb1\n');
    expect(text(into, 'log')).toBe('a.c\nb.c\n');
    value(await applyPatch(into, patchTo('a2'), 'try'));
    expect(make(into)).toBe('a2\nb1\n');
    expect(text(into, 'log')).toBe('a.c\nb.c\na.c\n');
    expect(text(dir, 'a.c')).toBe('a1\n');
    expect(text(dir, 'out/app')).toBe('a1\nb1\n');
  });

  it('never lets make miss a change, however fast candidates follow each other', async () => {
    const { dir, baseCommit, into } = await built();
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    const untouched = statSync(join(into, 'b.c')).mtimeMs;
    for (let i = 0; i < 12; i++) {
      value(await applyPatch(into, patchTo(`x${i}`), 'try'));
      expect(make(into)).toBe(`x${i}\nb1\n`);
      value(await resetScratch(into));
      if (i % 2 === 0) expect(make(into)).toBe('a1\nb1\n');
    }
    expect(statSync(join(into, 'b.c')).mtimeMs).toBe(untouched);
    expect(value(await currentTree(into))).toBe(value(await currentTree(dir)));
  });

  it('starts at the given commit, not at what the clone holds', async () => {
    const { dir, baseCommit, into } = await built();
    value(await applyPatch(dir, patchTo('later'), 'later'));
    put(dir, { 'b.c': 'written by the build\n' });
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    expect(make(into)).toBe('a1\nb1\n');
    value(await resetScratch(into));
    expect(text(into, 'a.c')).toBe('a1\n');
  });

  it('does not take output that names the folder of the clone', async () => {
    const { dir, baseCommit, into } = await built();
    put(dir, { 'out/a.d': `out/a.o: ${dir}/inc.h\n` });
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    expect(existsSync(join(into, 'out/a.o'))).toBe(false);
    expect(make(into)).toBe('a1\nb1\n');
  });

  // macOS and Windows have no such names.
  it.runIf(process.platform === 'linux')('has files and folders whose names are no text', async () => {
    const { dir, baseCommit, into } = await built();
    mkdirSync(latin1In(dir));
    writeFileSync(Buffer.concat([latin1In(dir), Buffer.from('/'), LATIN1]), 'made by the build\n');
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    const copied = Buffer.concat([latin1In(into), Buffer.from('/'), LATIN1]);
    expect(readFileSync(copied, 'utf8')).toBe('made by the build\n');
    expect(await wasWrittenSince(into, 0)).toBe(true);
    value(await cleanBuildOutput(into));
    expect(existsSync(copied)).toBe(false);
  });

  it('goes without a trace, and twice', async () => {
    const { dir, baseCommit, into } = await built();
    value(await createScratch({ cloneDir: dir, commit: baseCommit, into }));
    await removeScratch(into);
    await removeScratch(into);
    expect([existsSync(into), existsSync(`${into}.git`)]).toEqual([false, false]);
  });
});
