import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { type PublishRequest, publishBranch } from '../../../electron/workspace/publish.js';
import { cloned, g, put, temporary, value } from './repositories.js';

const PATCH = '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';

/**
 * Publishes, and ends itself with SIGKILL before or after the n-th change of a file. With `other`, links between the two
 * repositories are refused, as between file systems.
 */
const MORTAL = `
const files = require('node:fs/promises');
const [publish, request, other] = process.argv.slice(2, 5);
let left = Number(process.argv[5]);
const step = () => left-- === 0 && process.kill(process.pid, 'SIGKILL');
for (const name of ['mkdir', 'link', 'copyFile', 'rename', 'rm']) {
  const real = files[name];
  files[name] = async (...args) => {
    if (name === 'link' && other === 'other') throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    step();
    const done = await real(...args);
    step();
    return done;
  };
}
require(publish).publishBranch(JSON.parse(request)).then((done) => process.exit(done.ok ? 0 : 1));
`;

let bundle: { code: string };

beforeAll(async () => {
  const built = await build({
    entryPoints: [join(import.meta.dirname, '../../../electron/workspace/publish.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  bundle = { code: built.outputFiles[0]?.text ?? '' };
});

async function prepared(): Promise<PublishRequest & { program: string }> {
  const top = temporary('publish');
  const { repo, clone } = await cloned({ 'a.c': 'int a;\n' });
  const { dir } = clone;
  const { commit } = value(await applyPatch(dir, PATCH, 'Fix it'));
  writeFileSync(join(top, 'publish.cjs'), bundle.code);
  writeFileSync(join(top, 'mortal.cjs'), MORTAL);
  return { program: top, repoRoot: repo, cloneDir: dir, commit, branch: 'benchloop/r1' };
}

const names = (repo: string): string[] =>
  readdirSync(join(repo, '.git'), { recursive: true, encoding: 'utf8' }).sort();

describe('publishBranch that is killed', () => {
  it.each(['same', 'other'])(
    'between any two steps does no harm, and repeated leaves nothing (%s file system)',
    async (where) => {
      const { program, ...request } = await prepared();
      const whole = join(program, 'whole');
      cpSync(request.repoRoot, whole, { recursive: true });
      value(await publishBranch({ ...request, repoRoot: whole }));
      let kills = 0;
      for (let step = 0; ; step++) {
        const repo = join(program, `repo-${step}`);
        cpSync(request.repoRoot, repo, { recursive: true });
        const asked = { ...request, repoRoot: repo };
        const args = [join(program, 'publish.cjs'), JSON.stringify(asked), where, String(step)];
        const end = spawnSync(process.execPath, [join(program, 'mortal.cjs'), ...args]);
        expect(() => g(repo, 'fsck', '--strict')).not.toThrow();
        if (end.status === 0) break;
        expect(end.signal).toBe('SIGKILL');
        kills++;
        value(await publishBranch(asked));
        expect(names(repo)).toEqual(names(whole));
      }
      expect(kills).toBeGreaterThanOrEqual(10);
    },
  );

  it('in git itself leaves a lock, which the next try takes away', async () => {
    const request = await prepared();
    const lock = '.git/refs/heads/benchloop/r1.lock';
    put(request.repoRoot, { [lock]: '' });
    value(await publishBranch(request));
    expect(existsSync(join(request.repoRoot, lock))).toBe(false);
    expect(g(request.repoRoot, 'rev-parse', 'benchloop/r1').trim()).toBe(request.commit);
  });

  it('takes no lock away from a branch that is there', async () => {
    const request = await prepared();
    g(request.repoRoot, 'branch', 'benchloop/r1');
    const lock = '.git/refs/heads/benchloop/r1.lock';
    put(request.repoRoot, { [lock]: '' });
    expect(await publishBranch(request)).toMatchObject({ ok: false });
    expect(existsSync(join(request.repoRoot, lock))).toBe(true);
  });
});
