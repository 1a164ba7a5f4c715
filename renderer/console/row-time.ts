import type { Row } from '../../shared/ipc/console-rows.js';

/** When something came. */
export type Came = Pick<Row, 'wallMs' | 'monotonicMs'>;

/** `+12.345`, seconds since `zeroMs` by the monotonic clock; by the other one what came before the computer was started. */
export function relativeTime(came: Came, zeroMs: number): string {
  if (came.monotonicMs === null) return wallTime(came);
  const seconds = ((came.monotonicMs - zeroMs) / 1000).toFixed(3);
  return seconds.startsWith('-') ? seconds : `+${seconds}`;
}

/** `14:03:05.123`, of another day with its date; empty where it is not known. */
export function wallTime({ wallMs }: Pick<Came, 'wallMs'>, now = new Date()): string {
  if (wallMs === null) return '';
  const at = new Date(wallMs);
  const digits = (value: number, length = 2): string => String(value).padStart(length, '0');
  const clock = `${[at.getHours(), at.getMinutes(), at.getSeconds()].map((n) => digits(n)).join(':')}.${digits(at.getMilliseconds(), 3)}`;
  if (at.toDateString() === now.toDateString()) return clock;
  return `${at.getFullYear()}-${digits(at.getMonth() + 1)}-${digits(at.getDate())} ${clock}`;
}
