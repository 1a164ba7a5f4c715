import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Confinement } from '../../../shared/process.js';
import { nested, text, type Words } from '../../../shared/texts/words.js';
import { confinedSearch, findProgram, searchFolders, within } from './search-path.js';
import { seccompFilter } from './seccomp.js';

export type ConfinementKind = 'bubblewrap' | 'none';

/** Where the sandbox's status, its passwd file and its filter travel; 0–2 are the program's own. */
export const STATUS_FD = 3;
const PASSWD_FD = 4;
const FILTER_FD = 5;

/** Content for the `passwd` descriptor: toolchains that ask who they are get the same answer everywhere. */
export const PASSWD = 'bench:x:1000:1000::/nonexistent:/bin/false\n';

/** Read-only, as far as they exist: programs, libraries, and toolchain stores outside the usual places. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store'];

/** What loaders and toolchains read of /etc; no user names, hosts, keys or network set-up. */
const ETC = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives'].map((f) => `/etc/${f}`);

/** The folder for temporary files lies in memory. */
const TEMPORARY_BYTES = Math.floor(totalmem() / 4);

/** 1980-01-01, the earliest date that archives can hold: `__DATE__` is the same in every build. */
const SOURCE_DATE_EPOCH = '315532800';

/**
 * The whole environment of a program apart from what its request adds. `HOME` is nowhere unless the request
 * says otherwise; Windows programs do not start without its system variables.
 */
export function fixedEnvironment(folders: readonly string[], operation: string): Record<string, string> {
  const windows = ['SystemRoot', 'SystemDrive', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.platform === 'win32' ? process.env[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(windows),
    PATH: folders.join(process.platform === 'win32' ? ';' : ':'),
    LANG: 'C.UTF-8',
    BENCHLOOP_OPERATION: operation,
  };
}

/** What untrusted programs get besides `fixedEnvironment`, confined or not; a request may say otherwise. */
export const UNTRUSTED_ENVIRONMENT = { HOME: '/nonexistent', SOURCE_DATE_EPOCH } as const;

export interface ConfineOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  operation: string;
}

/**
 * The argument vector that runs `argv` under bubblewrap: no network, no home, no other process in sight, writes
 * only below `writable` and in a private /tmp. It dies with its parent, and its arguments carry the operation
 * id. Descriptor 3 gets bubblewrap's status lines, 4 must deliver `PASSWD` and 5 `seccompFilter`. Source: bwrap(1).
 */
export function confineArgv(argv: readonly string[], confinement: Confinement, o: ConfineOptions): string[] {
  const { folders, roots } = confinedSearch();
  const fixed = fixedEnvironment(folders, o.operation);
  const env = { ...UNTRUSTED_ENVIRONMENT, TMPDIR: '/tmp', ...o.env, ...fixed };
  return [
    'bwrap',
    ...['--die-with-parent', '--unshare-all', '--unshare-user', '--disable-userns'],
    ...['--new-session', '--hostname', 'bench', '--uid', '1000', '--gid', '1000'],
    ...['--json-status-fd', String(STATUS_FD), '--seccomp', String(FILTER_FD)],
    '--clearenv',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    // `--proc` leaves the kernel's settings writable to who is root outside (`core_pattern` names a program to run)
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    ...['--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp'],
    ...[...SYSTEM, ...ETC].flatMap(shown),
    ...['--ro-bind-data', String(PASSWD_FD), '/etc/passwd'],
    ...roots.flatMap((path) => ['--ro-bind-try', path, path]),
    ...binds(confinement, [...SYSTEM, ...roots]),
    ...['--chdir', o.cwd, '--', ...argv],
  ];
}

/** What is a link into /usr stays one: each mount costs bubblewrap about 0.2 ms. */
function shown(path: string): string[] {
  if (!existsSync(path)) return [];
  const real = realpathSync.native(path);
  return real !== path && real.startsWith('/usr/') ? ['--symlink', real, path] : ['--ro-bind', path, path];
}

/**
 * The innermost folder decides: outer ones are mounted first. A repository's `.git` is never writable: its objects may be
 * hard links to the user's own, and hooks or configuration planted there would be run by our git, unconfined. A link in
 * its place is none.
 */
function binds(confinement: Confinement, seen: readonly string[]): string[] {
  const repositories = confinement.writable
    .map((path) => join(path, '.git'))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false);
  const readable = [...(confinement.readable ?? []), ...repositories];
  const mounts = [
    ...maskOf(confinement.hidden, [...seen, ...readable, ...confinement.writable]),
    ...confinement.writable.map((path) => ['--bind', path, path]),
    ...readable.map((path) => ['--ro-bind', path, path]),
  ];
  const depth = ([, path = '']: string[]) => path.length;
  return mounts.sort((a, b) => depth(a) - depth(b)).flat();
}

/** Nothing where the folder is in no other folder that the program sees. */
function maskOf(hidden: string | undefined, seen: readonly string[]): string[][] {
  if (hidden === undefined || !existsSync(hidden)) return [];
  const real = realpathSync.native(hidden);
  const isSeen = seen.some((path) => existsSync(path) && within(realpathSync.native(path), real));
  return isSeen ? [['--tmpfs', real]] : [];
}

/** A bubblewrap that takes longer has failed; a busy computer may need seconds. */
const TRIAL_MS = 30_000;

/**
 * Tries a confined program once. `none` is where there is no bubblewrap, and where the policy says so. One that is there and does
 * not work is an error: what was confined yesterday does not run unconfined today because the computer is busy or forbids user
 * namespaces. Errors: ENV_ERROR.
 *
 * @param wanted `none` from the person's policy: nothing is tried
 * @param trialMs how long the trial may take
 */
export async function detectConfinement(
  wanted: 'bubblewrap' | 'none' = 'bubblewrap',
  trialMs = TRIAL_MS,
): Promise<Result<ConfinementKind>> {
  if (process.platform !== 'linux' || wanted === 'none') return ok('none');
  if (findProgram('bwrap', resolve('/'), searchFolders()) === 'not-found') return ok('none');
  const filter = seccompFilter();
  if (filter === null) return cannotConfine(text`no system call filter for ${process.arch}`);
  const options = { cwd: '/', env: {}, operation: 'detect' };
  const [file = '', ...args] = confineArgv(['bwrap', '--version'], { writable: [] }, options);
  const trial = await execa(file, args, {
    reject: false,
    timeout: trialMs,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', Buffer.from(PASSWD), filter],
  });
  if (trial.exitCode === 0) return ok('bubblewrap');
  const words = trial.stderr.split('\n')[0] || trial.shortMessage || '';
  return cannotConfine(trial.timedOut ? text`it took more than ${trialMs / 1000} s` : words);
}

const cannotConfine = (why: Words): Result<never> =>
  fail({
    code: 'ENV_ERROR',
    message: text`bubblewrap cannot confine a program on this computer: ${nested(why)}`,
    next: text`let it make user namespaces (bubblewrap 0.8 or newer; on Ubuntu 24.04 an AppArmor profile for bwrap), and try again; to run builds and tests unconfined on purpose, write ${'confinement: none'} into your policy.yaml`,
  });
