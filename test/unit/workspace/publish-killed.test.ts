import { cpSync, existsSync } from 'node:fs';
import files from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publishBranch } from '../../../electron/workspace/publish.js';
import { names, prepared, publishModule } from './publishing.js';
import { g, put, temporary, value } from './repositories.js';

const MORTAL = ['mkdir', 'link', 'copyFile', 'rename', 'rm'] as const;
const never = () => new Promise<never>(() => undefined);

/**
 * Files whose n-th change is the last thing that happens, or does not happen any more: nothing that comes after it is
 * done, as where the process is killed. With `other`, links are refused, as between file systems.
 */
function mortalFiles(where: string, step: number, dies: () => void) {
  let left = step;
  const lives = async () => {
    if (left-- > 0) return;
    dies();
    await never();
  };
  const mortal = MORTAL.map((name) => {
    const change = async (...args: unknown[]) => {
      if (name === 'link' && where === 'other') throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
      await lives();
      const done = await Reflect.apply(files[name], files, args);
      await lives();
      return done;
    };
    return [name, change] as const;
  });
  return { ...files, ...Object.fromEntries(mortal) };
}

/** Publishes with such files; gives whether it came to its end. */
async function publishMortal(code: string, request: object, where: string, step: number): Promise<boolean> {
  let dies = () => {};
  const died = new Promise<boolean>((resolve) => {
    dies = () => resolve(false);
  });
  const mortal = mortalFiles(where, step, () => dies());
  const real = createRequire(import.meta.url);
  const module: { exports: { publishBranch?: typeof publishBranch } } = { exports: {} };
  const load = (name: string) => (/^(node:)?fs\/promises$/.test(name) ? mortal : real(name));
  new Function('module', 'exports', 'require', code)(module, module.exports, load);
  const ended = module.exports.publishBranch?.(request as Parameters<typeof publishBranch>[0]);
  return Promise.race([died, Promise.resolve(ended).then((result) => result?.ok ?? false)]);
}

describe('publishBranch that is killed', () => {
  // Each third step here, other ones in the other file system; with the process itself all of them, in the full tier.
  it.each([
    ['same', 0],
    ['other', 1],
  ])(
    'between any two steps does no harm, and repeated leaves nothing (%s file system)',
    async (where, first) => {
      const [request, code] = [await prepared(), await publishModule()];
      const top = temporary('publish');
      const whole = join(top, 'whole');
      cpSync(request.repoRoot, whole, { recursive: true });
      value(await publishBranch({ ...request, repoRoot: whole }));
      let step = first;
      for (; ; step += 3) {
        const repo = join(top, `repo-${step}`);
        cpSync(request.repoRoot, repo, { recursive: true });
        const asked = { ...request, repoRoot: repo };
        const isWhole = await publishMortal(code, asked, where, step);
        expect(() => g(repo, 'fsck', '--strict')).not.toThrow();
        if (isWhole) break;
        value(await publishBranch(asked));
        expect(names(repo)).toEqual(names(whole));
      }
      expect(step).toBeGreaterThanOrEqual(10);
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
