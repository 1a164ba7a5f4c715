/** What a search may use: nothing new is begun after it. */
export interface Budget {
  /** Time, ms. */
  left(): number;
  spent(): boolean;
  /** The limit that ended the search, as a task calls it; null while there is something left. */
  reached(): 'searchSec' | 'searchTrials' | null;
}

/** The last part of the time is kept for finishing the trial under way and for answering. */
const RESERVE_SHARE = 0.04;

/** `deadline`: epoch ms; `trialsLeft`: counted by the bench that runs them. */
export function budgetUntil(
  deadline: number,
  signal: AbortSignal,
  trialsLeft: () => number = () => Number.POSITIVE_INFINITY,
): Budget {
  const until = deadline - RESERVE_SHARE * Math.max(0, deadline - Date.now());
  const reached = () => {
    if (signal.aborted || Date.now() >= until) return 'searchSec';
    return trialsLeft() <= 0 ? 'searchTrials' : null;
  };
  return { left: () => Math.max(0, until - Date.now()), spent: () => reached() !== null, reached };
}
