import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedImage } from '../../../../electron/tools/board/image-of-session.js';
import { noteBuilt } from '../../../../electron/tools/build/built-images.js';
import { runPaths } from '../../../../electron/tools/run-paths.js';
import { tempDir, value } from '../../../fixtures/firmware-run.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const base = 'b'.repeat(40);

/** A session's folders, with what runs left and what the session built. */
function bench() {
  const home = tempDir();
  const paths = runPaths(path.join(home, 'runs', 'session-1'));
  const keep = (run: string, text: string, ext: string): string => {
    const folder = path.join(home, 'runs', run, 'artifacts');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${hashOf(text)}${ext}`), text);
    return hashOf(text);
  };
  mkdirSync(paths.clone, { recursive: true });
  const built = (text: string): string => {
    const sha256 = keep('session-1', text, '.elf');
    const artifacts = [{ kind: 'elf', path: `${sha256}.elf`, sha256, bytes: text.length }];
    const build = {
      ...{ success: true, exit_code: 0, timed_out: false, diagnostics: [], duration_ms: 1 },
      artifacts,
    };
    noteBuilt(paths, build, { tree: 't1', at: 1 });
    return sha256;
  };
  const work = { home, paths, repo: { root: home, subdir: '', baseCommit: base } };
  return {
    keep,
    built,
    put: (file: string, text: string) => writeFileSync(path.join(paths.clone, file), text),
    find: (image: string) => namedImage(work, image),
  };
}

describe('an image that a model names', () => {
  it('is what the session built, by its id, its first digits, or a file that is the same', async () => {
    const { built, put, find } = bench();
    const id = built('own');
    put('app.elf', 'own');
    for (const name of [id, id.slice(0, 12), 'app.elf'])
      expect(value(await find(name))).toMatchObject({ sha256: id, origin: { commit: 't1', base } });
  });

  it('is what a run built, which is said', async () => {
    const { keep, find } = bench();
    const id = keep('run-1', 'theirs', '.elf');
    expect(value(await find(id))).toMatchObject({ sha256: id, origin: { run: 'run-1' } });
  });

  it('is somebody else’s where no build of ours made the file', async () => {
    const { put, find } = bench();
    put('strange.hex', 'x');
    expect(value(await find('strange.hex'))).toMatchObject({
      sha256: hashOf('x'),
      origin: { file: 'strange.hex', written: expect.stringMatching(/^\d{4}-/) },
    });
  });

  it('is none where it is a log, lies outside, is not there, or nobody made it', async () => {
    const { keep, find } = bench();
    const log = keep('run-1', 'a log', '.log');
    for (const name of [log, 'f'.repeat(64), '../home', '/etc/passwd', 'missing.elf'])
      expect(await find(name)).toMatchObject({ ok: false });
  });

  it('is named by twelve digits at least', async () => {
    const { built, find } = bench();
    expect(await find(built('own').slice(0, 11))).toMatchObject({ ok: false });
  });
});
