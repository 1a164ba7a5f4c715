/** Middle value; of an even number of values the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** One line of the final table. */
export interface Verdict {
  what: string;
  /** What was measured, with units. */
  figure: string;
  /** Null: only reported. */
  target: string | null;
  /** Null: could not be measured; `figure` says why. */
  met: boolean | null;
}

/** The verdicts as a table for a terminal. */
export function table(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ what, figure, target, met }) => [
    what,
    figure,
    target ?? '',
    met === null ? 'NOT MEASURED' : target === null ? '' : met ? 'met' : 'MISSED',
  ]);
  const all = [['', 'measured', 'target', 'verdict'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const times = (value: number): string => `${value.toFixed(2)} x`;
export const percent = (value: number): string => `${(100 * value).toFixed(2)} %`;
