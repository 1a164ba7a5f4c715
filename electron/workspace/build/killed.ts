import type { ExecResult, TreeLimit } from '../../../shared/process.js';

/** What ended before its time, and by which signal. */
export interface Killed {
  signal: string;
  program: string;
  /** The limit of the confinement that it went beyond. */
  beyond?: TreeLimit;
}

/** GCC's driver on a pass that went so; a shell's code for SIGKILL, or its words, as make passes them on. */
const INSIDE: readonly RegExp[] = [
  /fatal error: Killed signal terminated program (\S+)/,
  /\*\*\* \[(?:[^\]]*: )?([^\]]+)\] (?:Error 137|Killed)\b/,
];

/**
 * Whether a signal of somebody else ended the build, or SIGKILL a program in it: out of memory, most often. Nothing in
 * the sources explains that, and nothing that was left half written may be built upon.
 */
export function killedIn(command: readonly string[], done: ExecResult, output: string): Killed | null {
  const { beyond } = done;
  if (done.ended === 'signal')
    return { signal: done.signal ?? 'a signal', program: command[0] ?? '', ...(beyond ? { beyond } : {}) };
  if (done.ended !== 'exit' || done.exitCode === 0) return null;
  const program = INSIDE.map((words) => words.exec(output)?.[1]).find((name) => name !== undefined);
  return program === undefined ? null : { signal: 'SIGKILL', program };
}
