import { type ExecFileException, execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { fail, ok, type Result } from '../../shared/problem.js';
import { decodeText } from './text.js';

/** Where a git command works. Nothing is discovered: a work tree's own `.git` is never believed. */
export interface GitPlace {
  gitDir: string;
  /** Absent: the command needs no files. */
  workTree?: string;
  /** Absent: the index of `gitDir`. */
  index?: string;
  /** Ends the command, and keeps others from being begun. */
  signal?: AbortSignal;
  /** Ends the command after so long, ms; absent: `LIMIT_MS`. */
  limitMs?: number;
}

/** A git process that has not ended by then (ms) is stopped: an included config file may be a pipe. */
const LIMIT_MS = 120_000;

/** Overrides what a repository's own configuration could make git run (git-config(1)). */
const CONFIG = [
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.protectNTFS=true',
  'core.protectHFS=true',
  'core.longpaths=true',
  'core.logAllRefUpdates=false',
  'core.commitGraph=false',
  'apply.whitespace=nowarn',
  'commit.gpgSign=false',
  'diff.ignoreSubmodules=all',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.directory=*',
  'submodule.recurse=false',
];

/** Needed to start a program at all; nothing else of our environment reaches git. */
const KEPT_VARIABLES = ['PATH', 'Path', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'];

const IDENTITY = { NAME: 'Benchloop', EMAIL: 'benchloop@localhost' };

/**
 * The git folder that belongs to a private clone or a scratch copy. It lies beside the work tree, not
 * in it, so that a build, which may write anywhere in the work tree, can change neither the
 * configuration that our git reads nor the objects that are hard-linked with the user's repository.
 */
export const gitDirOf = (dir: string): string => `${dir}.git`;

/** The place of a private clone or scratch copy. */
export const placeOf = (dir: string, signal?: AbortSignal): GitPlace => ({
  gitDir: gitDirOf(dir),
  workTree: dir,
  signal,
});

function environment(place: GitPlace | null): Record<string, string> {
  const kept = KEPT_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: devNull,
    XDG_CONFIG_HOME: devNull,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_SYSTEM: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    // Takes precedence over every protocol.*.allow of a repository: nothing is ever fetched.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_AUTHOR_NAME: IDENTITY.NAME,
    GIT_AUTHOR_EMAIL: IDENTITY.EMAIL,
    GIT_COMMITTER_NAME: IDENTITY.NAME,
    GIT_COMMITTER_EMAIL: IDENTITY.EMAIL,
    ...(place && { GIT_DIR: place.gitDir }),
    ...(place?.workTree !== undefined && { GIT_WORK_TREE: place.workTree }),
    ...(place?.index !== undefined && { GIT_INDEX_FILE: place.index }),
  };
}

const silent = (exitCode: number): string => `exit code ${exitCode}`;

/** The words of a git that looked for something, found none and said nothing of it (git-grep(1)). */
export const NOTHING_FOUND = silent(1);

/** The words of a git that was stopped, or not begun, since nobody waits for it any more. */
const LEFT = 'git was stopped: its step was left';

const NOTHING = new Uint8Array();

const SETTINGS = CONFIG.flatMap((setting) => ['-c', setting]);

/** With Node's own function: what a library adds to one, of which a patch takes eight, is a fifth of its time. */
function run(
  cwd: string,
  place: GitPlace | null,
  args: readonly string[],
  input: Uint8Array = NOTHING,
): Promise<Result<string, string>> {
  const limitMs = place?.limitMs ?? LIMIT_MS;
  const how = {
    cwd,
    env: environment(place),
    encoding: 'buffer',
    maxBuffer: Number.POSITIVE_INFINITY,
    timeout: limitMs,
    windowsHide: true,
  } as const;
  const signal = place?.signal;
  if (signal?.aborted) return Promise.resolve(fail(LEFT));
  return new Promise<Result<string, string>>((resolve) => {
    const child = execFile('git', [...SETTINGS, ...args], how, (error, stdout, stderr) => {
      signal?.removeEventListener('abort', stop);
      if (error === null) resolve(ok(decodeText(stdout)));
      else resolve(fail(signal?.aborted ? LEFT : wordsOf(error, stderr.toString('utf8').trim(), limitMs)));
    });
    // Not Node's own `signal`, with which the end of the process is not waited for.
    const stop = () => child.kill();
    signal?.addEventListener('abort', stop, { once: true });
    child.stdin?.on('error', () => undefined); // it may end before it has read all; its words say why
    child.stdin?.end(input);
  }).catch((error: unknown) => fail(String(error))); // what cannot be an argument is thrown
}

function wordsOf(error: ExecFileException, stderr: string, limitMs: number): string {
  if (error.killed) return `git was stopped: it did not end within ${limitMs / 1000} s`;
  if (error.code === 'ENOENT') return `${error.message} (is git installed and on the PATH?)`;
  if (stderr !== '') return stderr;
  return typeof error.code === 'number' ? silent(error.code) : error.message;
}

/**
 * Runs one git command that reads no configuration, hook, filter or attribute program but the
 * repository's own inert files; `input` is what it reads. Returns its output as text (bytes that are no UTF-8 as `decodeText` says), or git's own words.
 */
export function git(
  place: GitPlace,
  args: readonly string[],
  input?: Uint8Array,
): Promise<Result<string, string>> {
  return run(place.workTree ?? place.gitDir, place, args, input);
}

/** Makes the empty repository of a work tree that exists and is empty. `sha256` names the object format. */
export function initRepository(dir: string, sha256: boolean): Promise<Result<string, string>> {
  const format = sha256 ? 'sha256' : 'sha1';
  return run(dir, null, [
    'init',
    '--quiet',
    '--template=',
    `--object-format=${format}`,
    '--initial-branch=benchloop',
    `--separate-git-dir=${gitDirOf(dir)}`,
  ]);
}

/** Splits git's NUL-separated (`-z`) output. */
export const splitNul = (output: string): string[] => output.split('\0').filter((part) => part !== '');

/** Argument lists stay below the shortest command line of the systems we run on (32,767 on Windows). */
export function inChunks<T>(items: readonly T[], size = 80): T[][] {
  const chunks: T[][] = [];
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
  return chunks;
}
