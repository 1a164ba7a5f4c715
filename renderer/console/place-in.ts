import type { Place } from '../place.js';

/** Lines that a person is led to, by index; `to` is behind the last. */
export interface Led {
  from: number;
  to: number;
  /** The one that is shown first. */
  target: number;
}

/** Where a place stands among the lines of a console; null: it is none of them. What was cut off from the beginning is left out. */
export function placeIn(lines: readonly string[], place: Place | null): Led | null {
  if (place?.kind !== 'console') return null;
  const { first, last, name } = place;
  const from = Math.max(0, lines.length - first);
  const to = Math.max(from, lines.length - last);
  if (from === to) return null;
  const named = name === null ? -1 : lines.slice(from, to).findIndex((line) => hasName(line, name));
  return { from, to, target: named < 0 ? from : from + named };
}

/** As a word of its own: `ring_full` is not said by `ring_full_twice`. */
function hasName(line: string, name: string): boolean {
  const at = line.indexOf(name);
  if (at < 0) return false;
  const isPart = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
  if (!isPart(line[at - 1]) && !isPart(line[at + name.length])) return true;
  return hasName(line.slice(at + name.length), name);
}

/** How a line is marked. */
export function markOf(index: number, { from, to, target }: Led): string | undefined {
  if (index === target) return 'line-target';
  return index >= from && index < to ? 'line-marked' : undefined;
}
