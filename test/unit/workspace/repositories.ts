import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { type Clone, createClone } from '../../../electron/workspace/clone.js';
import type { Problem, Result } from '../../../shared/problem.js';
import { madeOnce, madeOnceInTime } from '../../fixtures/made-once.js';

const made: string[] = [];

afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A folder that is removed after the test. */
export function temporary(name = 'w'): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), `benchloop-test-${name}-`)));
  made.push(dir);
  return dir;
}

/** Real git as a person runs it, without this computer's own configuration. */
export function g(cwd: string, ...args: string[]): string {
  const config = [
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@t',
    '-c',
    'protocol.file.allow=always',
    '-c',
    'init.defaultBranch=main',
  ];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return execFileSync('git', [...config, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function put(dir: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
  }
}

export const text = (dir: string, file: string): string => readFileSync(join(dir, file), 'latin1');

/** A name in Latin-1, as old archives hold: no UTF-8, so that no text names it. */
export const LATIN1 = Buffer.from('gr\u{f6}\u{df}e', 'latin1');

/** The path of `LATIN1` below a folder. */
export const latin1In = (dir: string): Buffer => Buffer.concat([Buffer.from(`${dir}/`), LATIN1]);

/** A repository with one commit of these files; what already lies in its folder belongs to it. */
export function repository(
  files: Record<string, string | Buffer>,
  dir = join(temporary('repo'), 'user repo'),
): string {
  const first = () => {
    mkdirSync(dir, { recursive: true });
    g(dir, 'init', '-q');
    put(dir, files);
    g(dir, 'add', '-A');
    g(dir, 'commit', '-q', '-m', 'first');
    return dir;
  };
  return existsSync(dir) ? first() : madeOnce(['repository', files], [dir], first);
}

/** A repository of these files and the private clone of a run, which the product made of it. */
export async function cloned(
  files: Record<string, string | Buffer>,
  dir = join(temporary('repo'), 'user repo'),
  into = join(temporary('clone'), 'c d'),
): Promise<{ repo: string; clone: Clone }> {
  return madeOnceInTime(['clone', files], [dir, into, `${into}.git`], async () => {
    const repo = repository(files, dir);
    return {
      repo,
      clone: value(await createClone({ repoRoot: repo, baseCommit: head(repo), into, inputs: [] })),
    };
  });
}

/** The commit that is checked out; where its branch has a file of its own, no process is needed to read it. */
export function head(dir: string): string {
  const ref = existsSync(join(dir, '.git/HEAD')) && /^ref: (.+)$/m.exec(text(dir, '.git/HEAD'))?.[1];
  const loose = ref ? join('.git', ref) : '';
  return (
    loose !== '' && existsSync(join(dir, loose)) ? text(dir, loose) : g(dir, 'rev-parse', 'HEAD')
  ).trim();
}

function describeEntry(path: string): string {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `${info.mode.toString(8)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

/** Every file below a folder with its mode and hash; `.git` included. */
export function fingerprint(dir: string, below = ''): Record<string, string> {
  const out: Record<string, string> = {};
  for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(out, { [`${path}/`]: 'folder' }, fingerprint(dir, path));
    else out[path] = describeEntry(join(dir, path));
  }
  return out;
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) expect.fail(JSON.stringify(result.error));
  return result.value;
}

export function problem<T>(result: Result<T>): Problem {
  if (result.ok) expect.fail(`expected a problem, got ${JSON.stringify(result.value)}`);
  return result.error;
}
