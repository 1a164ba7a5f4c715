import { NODE, type Point } from './layout.js';

const RADIUS = 6;

/** SVG path of an edge: round corners for a routed one, a curve for one with two ends at different heights. */
export function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points;
  const end = rest.at(-1);
  if (start === undefined || end === undefined) return '';
  if (rest.length === 1 && start.x !== end.x && start.y !== end.y) return curve(start, end);
  if (rest.length === 1 && start.x === end.x && Math.abs(end.y - start.y) > 2 * NODE.height)
    return bulge(start, end);
  const corners = rest.slice(0, -1).map((corner, at) => {
    const before = points[at] ?? start;
    const after = points[at + 2] ?? end;
    const [a, b] = [towards(corner, before), towards(corner, after)];
    return `L ${a.x} ${a.y} Q ${corner.x} ${corner.y} ${b.x} ${b.y}`;
  });
  return `M ${start.x} ${start.y} ${corners.join(' ')} L ${end.x} ${end.y}`;
}

function curve(start: Point, end: Point): string {
  const reach = (end.x - start.x) / 2;
  return `M ${start.x} ${start.y} C ${start.x + reach} ${start.y} ${end.x - reach} ${end.y} ${end.x} ${end.y}`;
}

/** Between two of one column: out to the right and back. */
function bulge(start: Point, end: Point): string {
  const out = start.x + NODE.height;
  return `M ${start.x} ${start.y} C ${out} ${start.y} ${out} ${end.y} ${end.x} ${end.y}`;
}

/** A point near `corner` on the way to `other`. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * part, y: corner.y + (other.y - corner.y) * part };
}

/** Half way along the corners. */
export function midpoint(points: readonly Point[]): Point {
  const legs = points.slice(1).map((to, at) => ({ from: points[at] ?? to, to }));
  const lengths = legs.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [at, { from, to }] of legs.entries()) {
    const length = lengths[at] ?? 0;
    if (length >= left && length > 0) {
      const part = left / length;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}
