import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Confinement } from '../../../shared/process.js';
import { confinedFolders, toolchainRoot } from './search-path.js';

export type ConfinementKind = 'bubblewrap' | 'none';

/** Where the sandbox's status and its passwd file travel; 0–2 are the program's own. */
export const STATUS_FD = 3;
const PASSWD_FD = 4;

/** Content for the `passwd` descriptor: toolchains that ask who they are get the same answer everywhere. */
export const PASSWD = 'bench:x:1000:1000::/nonexistent:/bin/false\n';

/** Read-only, as far as they exist: programs, libraries, and toolchain stores outside the usual places. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix/store'];

/** What loaders and toolchains read of /etc; no user names, hosts, keys or network set-up. */
const ETC = ['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives'].map((f) => `/etc/${f}`);

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
 * id. Descriptor 3 gets bubblewrap's status lines, descriptor 4 must deliver `PASSWD`. Source: bwrap(1).
 */
export function confineArgv(argv: readonly string[], confinement: Confinement, o: ConfineOptions): string[] {
  const roots = confinedFolders().flatMap((folder) => toolchainRoot(folder) ?? []);
  const fixed = fixedEnvironment(confinedFolders(), o.operation);
  const env = { ...UNTRUSTED_ENVIRONMENT, TMPDIR: '/tmp', ...o.env, ...fixed };
  return [
    'bwrap',
    ...['--die-with-parent', '--unshare-all', '--new-session', '--hostname', 'bench'],
    ...['--uid', '1000', '--gid', '1000', '--json-status-fd', String(STATUS_FD)],
    '--clearenv',
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...[...SYSTEM, ...ETC].flatMap(shown),
    ...['--ro-bind-data', String(PASSWD_FD), '/etc/passwd'],
    ...[...new Set(roots)].flatMap((path) => ['--ro-bind-try', path, path]),
    ...binds(confinement),
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
function binds(confinement: Confinement): string[] {
  const repositories = confinement.writable
    .map((path) => join(path, '.git'))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false);
  const readable = [...(confinement.readable ?? []), ...repositories];
  const mounts = [
    ...confinement.writable.map((path) => ['--bind', path]),
    ...readable.map((path) => ['--ro-bind', path]),
  ];
  const depth = ([, path = '']: string[]) => path.length;
  return mounts.sort((a, b) => depth(a) - depth(b)).flatMap(([how = '', path = '']) => [how, path, path]);
}

/** Tries a confined program once: a container or a hardened kernel may forbid user namespaces. */
export async function detectConfinement(): Promise<ConfinementKind> {
  if (process.platform !== 'linux') return 'none';
  const options = { cwd: '/', env: {}, operation: 'detect' };
  const [file = '', ...args] = confineArgv(['bwrap', '--version'], { writable: [] }, options);
  const trial = await execa(file, args, {
    reject: false,
    timeout: 5000,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', Buffer.from(PASSWD)],
  });
  return trial.exitCode === 0 ? 'bubblewrap' : 'none';
}
