import type { Problem } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';

/** One line of `doctor`. */
export interface Check {
  name: string;
  /** False only for what nothing works without. */
  ok: boolean;
  detail: string;
  /** What to do; with `ok` only for who wants what `detail` says. */
  next?: string | undefined;
}

/** A problem as a line shows it. */
export const detailOf = ({ message, next }: Problem): Pick<Check, 'detail' | 'next'> => ({
  detail: inEnglish(message),
  ...(next === undefined ? {} : { next: inEnglish(next) }),
});
