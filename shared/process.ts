import type { Problem } from './problem.js';

/**
 * How a program is run: always an argument vector, never a shell string, with a time limit and a bound
 * on its output. The bench implements it; builds and trials receive it.
 */
export interface ExecRequest {
  argv: readonly string[];
  cwd: string;
  /** The whole environment apart from PATH and the locale, which are fixed. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** It is ended where it prints more. */
  maxOutputBytes?: number;
  /** False: only `onOutput` gets what it prints, nothing is kept, and it may print what it wants. */
  keepOutput?: boolean;
  /** Most that it may write below the `writable` folders of `confine`; absent: that is not watched. */
  maxWrittenBytes?: number;
  signal?: AbortSignal;
  /** Operation id: carried in the child's arguments and recorded, so that it can be recognised later. */
  operation: string;
  /** Absent: the program is ours (git, addr2line) and runs unconfined. */
  confine?: Confinement;
  /** Both streams go down one pipe, in the order in which they were written: all arrives as stdout. */
  mergeOutput?: boolean;
  /** Absolute path of what it reads as its standard input, opened by us; absent: it has none. */
  stdinFile?: string;
  /** The same is likely to be run again: while this one runs, the confinement of the next is set up already. */
  repeats?: boolean;
  onOutput?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void;
}

/**
 * What an untrusted program may see: no network, no home; writes only below `writable`, and there neither below
 * `readable` folders nor in a repository's `.git`.
 */
export interface Confinement {
  writable: readonly string[];
  readable?: readonly string[];
  /** A folder of which it sees no more than `writable` and `readable` name, even inside of one that it sees. */
  hidden?: string | undefined;
}

export type ExecEnd =
  | 'exit'
  | 'signal'
  | 'timeout'
  | 'aborted'
  | 'output-limit'
  | 'disk-limit'
  | 'not-found'
  | 'not-executable';

/** What a confined program may have at most, with all that it started; memory in bytes. */
export interface TreeLimit {
  of: 'processes' | 'memory';
  most: number;
}

export interface ExecResult {
  ended: ExecEnd;
  exitCode: number | null;
  signal: string | null;
  stdout: Uint8Array;
  stderr: Uint8Array;
  durationMs: number;
  /** The limit beyond which it was ended with all that it started, for `signal`. */
  beyond?: TreeLimit;
  /** What it wrote too much, for `disk-limit`. */
  overrun?: Problem;
}

/** Never rejects for what the program does; `ended` says how it went. */
export type Exec = (request: ExecRequest) => Promise<ExecResult>;

/** Keeps a durable record of live children, so that a later owner can reap what a crash left. */
export interface ChildRegistry {
  started(child: { pid: number; startTime: string; operation: string }): void;
  ended(pid: number): void;
}
