import { createSpill } from './spill.js';

/**
 * A list of places in captures, as long as they are, 8 bytes each: the newest blocks in memory, those before them in a
 * file. Where the disk does not take that, the oldest go.
 */
export interface RowList {
  push(source: number, offset: number): void;
  count(): number;
  dropped(): number;
  at(row: number): { source: number; offset: number } | undefined;
  /** The last row of a source whose offset is at most `offset`; the first row where there is none. Offsets of a source ascend. */
  find(source: number, offset: number): number;
  close(): void;
}

const BLOCK = 64 * 1024;
/** A place is one number, source below offset: exact to 2^45 bytes of a capture. */
const SOURCES = 256;

/**
 * @param folder on the disk that is to hold what the memory does not
 * @param inMemory blocks of 64 Ki rows each
 */
export function createRowList(folder: string, inMemory = 16): RowList {
  const spill = createSpill(folder, BLOCK);
  const blocks: Float64Array[] = [];
  /** Of each block on disk and in memory, the first offset of each source in it. */
  const firsts: Map<number, number>[] = [];
  let used = BLOCK;
  let dropped = 0;

  const addBlock = (): void => {
    blocks.push(new Float64Array(BLOCK));
    firsts.push(new Map());
    used = 0;
    if (blocks.length <= inMemory) return;
    const oldest = blocks.shift();
    if (oldest === undefined || spill.add(oldest)) return;
    const lost = firsts.splice(0, firsts.length - blocks.length);
    dropped += lost.length * BLOCK;
  };
  const count = (): number => (firsts.length === 0 ? 0 : (firsts.length - 1) * BLOCK + used);
  const blockAt = (number: number): Float64Array | undefined =>
    number < spill.count() ? spill.read(number) : blocks[number - spill.count()];
  const at: RowList['at'] = (row) => {
    const place = row < count() ? blockAt(Math.floor(row / BLOCK))?.[row % BLOCK] : undefined;
    return place === undefined ? undefined : { source: place % SOURCES, offset: Math.floor(place / SOURCES) };
  };

  return {
    push: (source, offset) => {
      if (used === BLOCK) addBlock();
      blocks.at(-1)?.set([offset * SOURCES + source], used);
      const first = firsts.at(-1);
      if (first && !first.has(source)) first.set(source, offset);
      used += 1;
    },
    count,
    dropped: () => dropped,
    at,
    find: (source, offset) => {
      const block = firsts.findLastIndex(
        (first) => (first.get(source) ?? Number.POSITIVE_INFINITY) <= offset,
      );
      for (let row = Math.min(count(), (block + 1) * BLOCK) - 1; row >= 0; row -= 1) {
        const place = at(row);
        if (place?.source === source && place.offset <= offset) return row;
      }
      return 0;
    },
    close: spill.close,
  };
}
