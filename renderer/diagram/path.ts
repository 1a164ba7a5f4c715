import { NODE_HEIGHT, type Point } from './layout.js';

const RADIUS = 6;

type Curve = readonly [Point, Point, Point, Point];

/** SVG path of an edge: round corners for a routed one, a curve for one that only has two ends. */
export function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points;
  const end = rest.at(-1);
  if (start === undefined || end === undefined) return '';
  const curve = curveOf(points);
  if (curve) return `M ${at(curve[0])} C ${at(curve[1])} ${at(curve[2])} ${at(curve[3])}`;
  const corners = rest.slice(0, -1).map((corner, index) => {
    const into = towards(corner, points[index] ?? start);
    const out = towards(corner, points[index + 2] ?? end);
    return `L ${at(into)} Q ${at(corner)} ${at(out)}`;
  });
  return ['M', at(start), ...corners, 'L', at(end)].join(' ');
}

const at = ({ x, y }: Point): string => `${x} ${y}`;

/** Sideways between two columns, or out to the right and back within one; null for an edge with a route. */
function curveOf(points: readonly Point[]): Curve | null {
  const [start, end] = points;
  if (points.length !== 2 || start === undefined || end === undefined) return null;
  if (start.x !== end.x) {
    const x = (start.x + end.x) / 2;
    return [start, { x, y: start.y }, { x, y: end.y }, end];
  }
  if (Math.abs(end.y - start.y) <= 2 * NODE_HEIGHT) return null;
  const x = start.x + NODE_HEIGHT;
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

/** A point near `corner` on the way to `other`. */
function towards(corner: Point, other: Point): Point {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  return between(corner, other, length === 0 ? 0 : Math.min(RADIUS, length / 2) / length);
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** Of the way along a curve: two that run side by side in opposite directions do not cover one another's label. */
const ALONG_CURVE = 0.36;

/** Where the label of an edge is: half way along its route. */
export function labelPoint(points: readonly Point[]): Point {
  const curve = curveOf(points);
  return curve ? alongCurve(curve, ALONG_CURVE) : middleOf(points);
}

/** De Casteljau. */
function alongCurve([a, b, c, d]: Curve, part: number): Point {
  const [ab, bc, cd] = [between(a, b, part), between(b, c, part), between(c, d, part)];
  return between(between(ab, bc, part), between(bc, cd, part), part);
}

function middleOf(points: readonly Point[]): Point {
  const legs = points.slice(1).map((to, index) => ({ from: points[index] ?? to, to }));
  const lengths = legs.map(({ from, to }) => Math.hypot(to.x - from.x, to.y - from.y));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, { from, to }] of legs.entries()) {
    const length = lengths[index] ?? 0;
    if (length >= left && length > 0) return between(from, to, left / length);
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}
