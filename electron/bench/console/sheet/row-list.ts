/** A long list of places in captures, 9 bytes each; the oldest go in blocks. */
export interface RowList {
  push(source: number, offset: number): void;
  count(): number;
  dropped(): number;
  at(row: number): { source: number; offset: number } | undefined;
  /** The last row of a source whose offset is at most `offset`; the first row where there is none. */
  find(source: number, offset: number): number;
}

interface Block {
  offsets: Float64Array;
  sources: Uint8Array;
}

const BLOCK = 64 * 1024;

/** @param mostBlocks of 64 Ki rows each */
export function createRowList(mostBlocks = 64): RowList {
  const blocks: Block[] = [];
  let used = BLOCK;
  let dropped = 0;

  const addBlock = (): void => {
    blocks.push({ offsets: new Float64Array(BLOCK), sources: new Uint8Array(BLOCK) });
    used = 0;
    if (blocks.length <= mostBlocks) return;
    blocks.shift();
    dropped += BLOCK;
  };
  const count = (): number => (blocks.length === 0 ? 0 : (blocks.length - 1) * BLOCK + used);
  const at: RowList['at'] = (row) => {
    const block = blocks[Math.floor(row / BLOCK)];
    const [source, offset] = [block?.sources[row % BLOCK], block?.offsets[row % BLOCK]];
    return row >= count() || source === undefined || offset === undefined ? undefined : { source, offset };
  };

  return {
    push: (source, offset) => {
      if (used === BLOCK) addBlock();
      const block = blocks.at(-1);
      block?.offsets.set([offset], used);
      block?.sources.set([source], used);
      used += 1;
    },
    count,
    dropped: () => dropped,
    at,
    find: (source, offset) => {
      for (let row = count() - 1; row >= 0; row -= 1) {
        const place = at(row);
        if (place?.source === source && place.offset <= offset) return row;
      }
      return 0;
    },
  };
}
