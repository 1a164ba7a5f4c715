import type { Moment } from '../marks.js';

/** Steps of the wall clock by a time server are smaller than this, ms. */
const SLACK_MS = 5000;

export interface Clock {
  /** ms of the host's monotonic clock; null for what came before this boot, when that clock was another one. */
  monotonicMs(moment: Moment): number | null;
  /** Orders what came at any time, ms: by the monotonic clock where it can be, by the wall clock before. */
  key(moment: Moment): number;
  /** The key of this moment. */
  now(): number;
}

/** The clocks of this computer since it was started. */
export function createClock(): Clock {
  const now = (): number => Number(process.hrtime.bigint()) / 1e6;
  const booted = Date.now() - now();
  const monotonicMs = ({ wallMs, monotonicNs }: Moment): number | null =>
    wallMs < booted - SLACK_MS ? null : Number(monotonicNs) / 1e6;
  return {
    monotonicMs,
    key: (moment) => {
      const ms = monotonicMs(moment);
      return ms === null ? moment.wallMs : booted + ms;
    },
    now: () => booted + now(),
  };
}
