import path from 'node:path';
import { readLines, readTexts } from '../lines.js';
import type { Clock } from './clock.js';
import { createRowList } from './row-list.js';
import type { LineSheet, SheetLine, Source } from './sheet.js';

/** Bytes of each source that one `grow` looks at. */
const GROW_BYTES = 2 * 1024 * 1024;
/** So long the others may still bring what came before, ms: the way from the driver into the file. */
const SETTLE_MS = 200;
/** Read for one line. */
const LINE_PIECE = 4096;

/** Lines of one source that wait for their turn, and how far it was read. */
interface Lane {
  source: Source;
  waiting: { offset: number; key: number }[];
  /** Of `waiting`, how many have had their turn. */
  taken: number;
  next: number;
  /** Everything that is in the file was read. */
  whole: boolean;
  /** Offset of the last line where it has no end yet and is shown. */
  tail: number | null;
}

/**
 * The lines of several captures, or those that a filter chooses, in the order in which they came. A line takes its place
 * once it has its end; those that have none yet stand last.
 *
 * @param accepts which of the lines are shown
 */
export function orderedSheet(
  sources: readonly Source[],
  accepts: (lines: readonly string[]) => boolean[],
  clock: Clock,
): LineSheet {
  // Beside the captures: there is room for them, so there is for this.
  const list = createRowList(path.dirname(sources[0]?.folder ?? '.'));
  const lanes = sources.map(
    (source): Lane => ({ source, waiting: [], taken: 0, next: 0, whole: false, tail: null }),
  );

  const tails = (): { source: number; offset: number }[] =>
    lanes.flatMap(({ tail }, source) => (tail === null ? [] : [{ source, offset: tail }]));

  const placeOf = (row: number): { source: number; offset: number } | undefined =>
    list.at(row) ?? tails()[row - list.count()];

  return {
    grow: () => {
      for (const lane of lanes) if (lane.taken === lane.waiting.length) read(lane, accepts, clock);
      const settled = clock.now() - SETTLE_MS;
      for (let lane = nextLane(lanes, settled); lane !== null; lane = nextLane(lanes, settled)) {
        list.push(lanes.indexOf(lane), lane.waiting[lane.taken]?.offset ?? 0);
        lane.taken += 1;
      }
      return lanes.every(({ whole }) => whole);
    },
    rows: () => list.count() + tails().length,
    leftOut: list.dropped,
    lines: (from, count) => {
      const found: SheetLine[] = [];
      for (let row = from; row < from + count; row += 1) {
        const place = placeOf(row);
        const folder = lanes[place?.source ?? -1]?.source.folder;
        if (place === undefined || folder === undefined) break;
        const { value } = readLines(folder, place.offset, LINE_PIECE).next();
        if (value) found.push({ ...value, source: place.source });
      }
      return found;
    },
    rowAt: list.find,
    close: list.close,
  };
}

/** Lines that are judged at a time: so few that what was refused is gone before the memory is looked through for it. */
const JUDGED = 2500;

function read(lane: Lane, accepts: (lines: readonly string[]) => boolean[], clock: Clock): void {
  const { folder, timeline } = lane.source;
  const end = lane.next + GROW_BYTES;
  let found: { offset: number; key: number; text: string; ended: boolean }[] = [];
  const judge = (): void => {
    const chosen = accepts(found.map(({ text }) => text));
    found.forEach(({ offset, key, ended }, i) => {
      if (chosen[i] && ended) lane.waiting.push({ offset, key });
      else if (chosen[i]) lane.tail = offset;
    });
    found = [];
  };
  timeline.refresh();
  let seen = lane.next;
  Object.assign(lane, { waiting: [], taken: 0, tail: null, whole: true });
  for (const { offset, text, ended, next } of readTexts(folder, lane.next)) {
    const came = timeline.advance(offset);
    found.push({ offset, key: came ? clock.key(came) : 0, text, ended });
    if (found.length === JUDGED) judge();
    seen = next;
    if (!ended) break;
    lane.next = next;
    lane.whole = next < end;
    if (!lane.whole) break;
  }
  judge();
  timeline.advance(seen);
}

/**
 * Whose line comes next; null where that cannot be told yet: of a source that has none waiting an earlier one may come,
 * until the file was read to its end after `settled`.
 */
function nextLane(lanes: readonly Lane[], settled: number): Lane | null {
  let first: Lane | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const lane of lanes) {
    const key = lane.waiting[lane.taken]?.key ?? Number.POSITIVE_INFINITY;
    if (key < least) [first, least] = [lane, key];
  }
  const others = lanes.filter((lane) => lane !== first && lane.taken === lane.waiting.length);
  return others.every(({ whole }) => whole && least <= settled) ? first : null;
}
