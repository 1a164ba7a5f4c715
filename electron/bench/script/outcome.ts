import type { OUTCOMES, ScriptStep } from '../../../shared/profile/script.js';

export type Outcome = (typeof OUTCOMES)[number];

export interface Judged {
  outcome: Outcome;
  /** What people are told, where the profile says something. */
  message: string | null;
}

export interface Ended {
  exitCode: number | null;
  output: string;
  /** Its last words were not between `unsafeFrom` and `safeAgain`. */
  isSafe: boolean;
}

const UNSAFE =
  'it ended with 0, but never said what `safeAgain` waits for: what the board holds is not known';

/**
 * What a vendor program's end means. The first row of the profile that fits counts: its exit code, its pattern over one
 * line of the output, or both. Without one, exit code 0 is done and every other failed; so is an end between `unsafeFrom` and
 * `safeAgain`, whatever the exit code says.
 */
export function judgeOutcome(step: ScriptStep, { exitCode, output, isSafe }: Ended): Judged {
  const lines = output.split(/\r?\n/);
  const row = step.outcomes.find(
    (one) =>
      (one.exitCode === undefined || one.exitCode === exitCode) &&
      (one.pattern === undefined || matches(one.pattern, lines)),
  );
  if (row) return { outcome: row.outcome, message: row.message ?? null };
  if (exitCode === 0 && !isSafe && step.safeAgain !== undefined)
    return { outcome: 'failed', message: UNSAFE };
  return { outcome: exitCode === 0 ? 'done' : 'failed', message: null };
}

function matches(pattern: string, lines: readonly string[]): boolean {
  const regex = new RegExp(pattern);
  return lines.some((line) => regex.test(line));
}
