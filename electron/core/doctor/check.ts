/** One line of `doctor`. */
export interface Check {
  name: string;
  /** False only for what nothing works without. */
  ok: boolean;
  detail: string;
  /** What to do; with `ok` only for who wants what `detail` says. */
  next?: string | undefined;
}
