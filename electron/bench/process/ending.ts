import { constants } from 'node:os';
import type { ExecResult } from '../../../shared/process.js';
import type { RawEnd } from './launch.js';

export type Ending = Pick<ExecResult, 'ended' | 'exitCode' | 'signal'>;

/** errno names, and the words that bubblewrap has for them, by what they mean to us. */
const REFUSALS: readonly [errno: string, words: string, ended: 'not-found' | 'not-executable'][] = [
  ['ENOENT', 'No such file or directory', 'not-found'],
  ['EACCES', 'Permission denied', 'not-executable'],
  ['ENOEXEC', 'Exec format error', 'not-executable'],
];

/** How an unconfined program ended. Throws where the system failed to start it for a reason of ours. */
export function plainEnd(raw: RawEnd): Ending {
  if (raw.exitCode !== null) return { ended: 'exit', exitCode: raw.exitCode, signal: null };
  if (raw.signal !== null) return { ended: 'signal', exitCode: null, signal: raw.signal };
  const refusal = REFUSALS.find(([errno]) => errno === raw.errno);
  if (refusal === undefined)
    throw new Error(`a program could not be started: ${raw.errno ?? 'no reason given'}`);
  return { ended: refusal[2], exitCode: null, signal: null };
}

/** What the shell calls itself that becomes a program which was waited for: its words are told from all others by it. */
export const STARTER = 'start-program';

/** How that shell ends where it cannot become the program (POSIX, Shell Command Language, 2.8.2). */
const NOT_STARTED: Readonly<Record<number, Ending['ended']>> = { 126: 'not-executable', 127: 'not-found' };

/**
 * How a confined program ended. Bubblewrap writes `exit-code` to its status only if the program was started, so
 * that its own exit 1 is never taken for the program's (bwrap(1), --json-status-fd). A signal comes as 128 + n, as in
 * a shell: a program that itself exits with such a code is read as signalled.
 */
export function confinedEnd(
  raw: RawEnd,
  status: string,
  output: { stdout: Uint8Array; stderr: Uint8Array },
  /** A shell was to become the program: its refusal is no end of the program. */
  hadWaited: boolean,
): Ending {
  if (raw.signal !== null) return { ended: 'signal', exitCode: null, signal: raw.signal };
  const code = /"exit-code": (\d+)/.exec(status)?.[1];
  if (code !== undefined)
    return (hadWaited && notStarted(Number(code), output)) || fromShellCode(Number(code));
  const words = Buffer.concat([output.stderr, output.stdout]).toString();
  const refusal = REFUSALS.find(([, reason]) => words.includes('bwrap: execvp') && words.includes(reason));
  if (refusal === undefined) throw new Error(`the confinement could not be set up: ${words.trim()}`);
  return { ended: refusal[2], exitCode: null, signal: null };
}

/** Null where it was started: then it is not the shell alone that has printed. */
function notStarted(code: number, output: { stdout: Uint8Array; stderr: Uint8Array }): Ending | null {
  const ended = NOT_STARTED[code];
  if (ended === undefined) return null;
  const lines = Buffer.concat([output.stderr, output.stdout]).toString().trimEnd().split('\n');
  const refused = lines.every((line) => line.startsWith(`${STARTER}: `));
  return refused ? { ended, exitCode: null, signal: null } : null;
}

function fromShellCode(code: number): Ending {
  const signal = Object.entries(constants.signals).find(([, number]) => number + 128 === code)?.[0];
  if (signal === undefined) return { ended: 'exit', exitCode: code, signal: null };
  return { ended: 'signal', exitCode: null, signal };
}
