import type { Plot } from '../../shared/ipc/console-rows.js';

interface Span {
  least: number;
  most: number;
}

/** What both axes of a plot reach over. */
export interface Range {
  times: Span;
  values: Span;
}

type Points = Plot[number]['points'];

/** Null where there is no point. */
export function rangeOf(plot: Plot): Range | null {
  const points = plot.flatMap((series) => series.points);
  if (points.length === 0) return null;
  return { times: spanOf(points.map(([time]) => time)), values: spanOf(points.map(([, value]) => value)) };
}

const spanOf = (numbers: readonly number[]): Span => ({
  least: numbers.reduce((a, b) => Math.min(a, b)),
  most: numbers.reduce((a, b) => Math.max(a, b)),
});

/** The path of an SVG: time to the right, values upwards; a value that never changes lies in the middle. */
export function pathOf(points: Points, range: Range, box: { width: number; height: number }): string {
  const place = (value: number, { least, most }: Span): number =>
    most === least ? 0.5 : (value - least) / (most - least);
  return points
    .map(([time, value], at) => {
      const x = place(time, range.times) * box.width;
      const y = (1 - place(value, range.values)) * box.height;
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
