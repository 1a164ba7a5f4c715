import type { RunSummary } from '../../shared/events.js';

/**
 * The state that tells a person where a run stands. A machine goes on to its first state once its end is reported: a
 * finished run is shown in the state that it ended in.
 */
export const shownState = ({ state, final_status }: Pick<RunSummary, 'state' | 'final_status'>): string =>
  final_status ?? state;
