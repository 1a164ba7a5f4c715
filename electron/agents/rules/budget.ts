/** Time for a search, in epoch ms: nothing new is begun after `until`. */
export interface Budget {
  left(): number;
  spent(): boolean;
}

/** The last part of the time is kept for finishing the trial under way and for answering. */
const RESERVE_SHARE = 0.04;

export function budgetUntil(deadline: number, signal: AbortSignal): Budget {
  const until = deadline - RESERVE_SHARE * Math.max(0, deadline - Date.now());
  return {
    left: () => Math.max(0, until - Date.now()),
    spent: () => signal.aborted || Date.now() >= until,
  };
}
