import * as z from 'zod';

/**
 * The longest that anything can be told to wait: a week. Timers hold 2^31 - 1 ms, 24.8 days, and take what is longer
 * for 1 ms (Node: timers, setTimeout), so there is room for what is added to a limit.
 */
export const LONGEST_SEC = 7 * 24 * 3600;

/** Seconds that become a timer. */
export const seconds = z.number().positive().max(LONGEST_SEC);
