import type { OUTCOMES, ScriptStep } from '../../../shared/profile/script.js';

export type Outcome = (typeof OUTCOMES)[number];

export interface Judged {
  outcome: Outcome;
  /** What people are told, where the profile says something. */
  message: string | null;
}

export interface Ended {
  exitCode: number | null;
  /** Its last words were not between `unsafeFrom` and `safeAgain`. */
  isSafe: boolean;
}

export interface Judge {
  /** Takes each line of the output. */
  hear(line: string): void;
  judge(ended: Ended): Judged;
}

const UNSAFE = 'it has ended, but never said what `safeAgain` waits for: what the board holds is not known';

/**
 * What a vendor program's end means. The first row of the profile that fits counts: its exit code, its pattern over one
 * line of the output, or both. Without one, an exit code of `okExitCodes` is done and every other failed. Nothing that ends between
 * `unsafeFrom` and `safeAgain` is done, whatever exit code and rows say.
 */
export function createJudge({
  outcomes,
  okExitCodes,
  safeAgain,
}: Pick<ScriptStep, 'outcomes' | 'okExitCodes' | 'safeAgain'>): Judge {
  const rows = outcomes.map(({ pattern, ...row }) => ({
    ...row,
    regex: new RegExp(pattern ?? ''),
    isSaid: pattern === undefined,
  }));
  return {
    hear: (line) => {
      for (const row of rows) row.isSaid ||= row.regex.test(line);
    },
    judge: ({ exitCode, isSafe }) => {
      const row = rows.find((one) => one.isSaid && [undefined, exitCode].includes(one.exitCode));
      const outcome =
        row?.outcome ?? (exitCode !== null && okExitCodes.includes(exitCode) ? 'done' : 'failed');
      if (outcome === 'done' && !isSafe && safeAgain !== undefined)
        return { outcome: 'failed', message: UNSAFE };
      return { outcome, message: row?.message ?? null };
    },
  };
}
