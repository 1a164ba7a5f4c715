import type { Profiler } from 'node:inspector';
import type { SourceMap } from 'node:module';
import { nameIn } from './name-in.js';

/** A place in a source of the project: its path with `/`, and the line counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A script that V8 ran, with the map to its sources. */
export interface RanScript {
  readonly text: string;
  readonly map: SourceMap;
  /** Path of a source below the project, from how the map names it; undefined for what is not ours. */
  readonly fileOf: (source: string) => string | undefined;
}

/** Offsets of the first character of each line. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** Index of the last start that is not above `offset`. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Entry = ReturnType<SourceMap['findEntry']>;

const columnOf = (entry: Entry): number => ('generatedColumn' in entry ? entry.generatedColumn : -1);

/** The entry of a map at a column, or else the next one of that line, then the one before. */
function entriesAround(map: SourceMap, line: number, column: number, width: number): readonly Entry[] {
  const before = map.findEntry(line, column);
  if (columnOf(before) === column) return [before];
  for (let further = column + 1; further < width; further++) {
    const next = map.findEntry(line, further);
    if (columnOf(next) === further) return [next, before];
  }
  return [before];
}

/**
 * The places in the sources where a function may begin that begins at an offset of a script, the likeliest first. There are two where a
 * tool maps the name of a function and its parameters, and not its beginning.
 *
 * @returns a function that gives none where no source of ours is behind an offset
 */
export function placesOf({ text, map, fileOf }: RanScript): (offset: number) => readonly Place[] {
  const starts = lineStarts(text);
  return (offset) => {
    const line = lineOf(starts, offset);
    const start = starts[line] ?? 0;
    const width = (starts[line + 1] ?? text.length) - start;
    return entriesAround(map, line, offset - start, width).flatMap((entry) => {
      const file = 'originalSource' in entry ? fileOf(entry.originalSource) : undefined;
      return file === undefined || !('originalLine' in entry) ? [] : [{ file, line: entry.originalLine + 1 }];
    });
  };
}

/** V8 counts a whole script as a function without a name, and bundlers wrap a module in another one, named by its path. */
const isWholeModule = ({ functionName, ranges }: Profiler.FunctionCoverage, { line }: Place): boolean =>
  functionName.includes('/') || (functionName === '' && (ranges[0]?.startOffset === 0 || line === 1));

/**
 * Keys `FILE:LINE:NAME` of the functions that were executed. They are the same however the source was bundled; functions that begin in the
 * same line are one.
 *
 * @param functions as V8 gives them
 * @param lineAt a line of a source, counted from 1
 */
export function executedKeys(
  functions: readonly Profiler.FunctionCoverage[],
  placesAt: (offset: number) => readonly Place[],
  lineAt: (file: string, line: number) => string,
): string[] {
  const nameAt = ({ file, line }: Place): string => nameIn(lineAt(file, line));
  return functions.flatMap((called) => {
    const [range] = called.ranges;
    if (range === undefined || range.count === 0) return [];
    const places = placesAt(range.startOffset);
    const place = places.find((one) => nameAt(one) === called.functionName) ?? places[0];
    if (place === undefined || isWholeModule(called, place)) return [];
    return [`${place.file}:${place.line}:${nameAt(place)}`];
  });
}
