import path from 'node:path';
import type { Plot } from '../../../../shared/ipc/console-rows.js';
import { momentAt } from '../moments.js';
import { samplesOf } from '../plot.js';
import type { Clock } from './clock.js';
import type { PortSource } from './rows.js';
import type { LineSheet } from './sheet.js';

/** Lines that a plot begins with, and points of a series that are kept. */
const LINES = 2000;
/** Points of a series that are drawn: more than a screen has columns would only cost. */
const POINTS = 1000;
const MOST_SERIES = 16;

type Point = [time: number, value: number];

/** Draws the numbers of a sheet's last lines, by the name under which they stand, at the time of their line. */
export function createPlotter(
  sheet: LineSheet,
  sources: readonly PortSource[],
  clock: Clock,
): { draw(): Plot } {
  const series = new Map<string, Point[]>();
  /** Lines that were looked at or skipped, those that are no rows any more included. */
  let done = 0;

  const add = (name: string, point: Point): void => {
    const points = series.get(name) ?? [];
    if (points.length === 0 && series.size === MOST_SERIES) return;
    points.push(point);
    series.set(name, points.length > 2 * LINES ? points.slice(-LINES) : points);
  };

  return {
    draw: () => {
      const from = Math.max(done - sheet.leftOut(), sheet.rows() - LINES);
      done = from + sheet.leftOut();
      for (const { source, offset, bytes, ended } of sheet.lines(from, LINES)) {
        if (!ended) break;
        done += 1;
        const of = sources[source];
        const samples = of ? samplesOf(bytes.toString('utf8')) : [];
        const came = of && samples.length > 0 ? momentAt(of.folder, offset) : null;
        if (of === undefined || came === null) continue;
        for (const { name, value } of samples)
          add(sources.length > 1 ? `${path.basename(of.port)} ${name}` : name, [clock.key(came), value]);
      }
      return [...series].map(([name, points]) => ({ name, points: thinned(points.slice(-LINES)) }));
    },
  };
}

/** Of each bucket of points the least and the greatest, so that no peak is lost. */
export function thinned(points: readonly Point[], most = POINTS): Point[] {
  if (points.length <= most) return [...points];
  const size = Math.ceil(points.length / (most / 2));
  const kept: Point[] = [];
  for (let at = 0; at < points.length; at += size) {
    const bucket = points.slice(at, at + size);
    const least = bucket.reduce((a, b) => (b[1] < a[1] ? b : a));
    const greatest = bucket.reduce((a, b) => (b[1] > a[1] ? b : a));
    kept.push(...(least[0] <= greatest[0] ? [least, greatest] : [greatest, least]));
  }
  return kept;
}
