import type { Readable, Writable } from 'node:stream';
import type { CoreOptions } from '../core/core-api.js';

/** Where a command reads what is typed or piped into it. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };

/** Where a command writes; `columns` is the width of a terminal. */
export type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The signals that end a program. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type OnSignal = (signal: NodeJS.Signals) => void;

/** Who can stop a command from outside. */
export interface Signals {
  on(signal: NodeJS.Signals, heard: OnSignal): void;
  once(signal: NodeJS.Signals, heard: OnSignal): void;
  off(signal: NodeJS.Signals, heard: OnSignal): void;
  /** Sends the command itself a signal; one that nothing listens for ends it. */
  raise(signal: NodeJS.Signals): void;
}

/** What surrounds one call of the command line. */
export interface Surroundings {
  stdin: Input;
  stdout: Screen;
  stderr: Screen;
  env: NodeJS.ProcessEnv;
  /** Absolute; relative paths on the command line are of this folder. */
  here: string;
  /** Path of the file that was started. */
  started: string;
  /** Folder of the bundles; the project, or the resources of a release, is the one above it. */
  dist: string;
  signals: Signals;
  /** The call ends with this exit code where it would be 0. */
  insteadOfZero(code: number): void;
  /** Called before and after each write to a run's journal: a test ends the process there. */
  fault?: CoreOptions['fault'];
}

/** Whether a person is there to be asked. */
export const isPersonAt = ({ stdin, stdout }: Pick<Surroundings, 'stdin' | 'stdout'>): boolean =>
  stdin.isTTY === true && stdout.isTTY === true;

/** What surrounds a command line that has a process to itself. @param dist folder of the bundles */
export function surroundingsOf(process: NodeJS.Process, dist: string): Surroundings {
  const { stdout, stderr, env } = process;
  return {
    // opened when a command asks for it, which most never do
    get stdin() {
      return process.stdin;
    },
    ...{ stdout, stderr, env, dist },
    here: process.cwd(),
    started: process.argv[1] ?? '',
    signals: {
      on: (signal, heard) => void process.on(signal, heard),
      once: (signal, heard) => void process.once(signal, heard),
      off: (signal, heard) => void process.off(signal, heard),
      raise: (signal) => void process.kill(process.pid, signal),
    },
    insteadOfZero: (code) => {
      // a write may fail after the command has given its exit code
      process.once('exit', () => {
        if (process.exitCode === 0) process.exitCode = code;
      });
    },
  };
}
