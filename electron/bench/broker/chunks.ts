/** Bytes in the order in which they came. To take some costs the same however many wait. */
export interface Chunks {
  add(bytes: Buffer): void;
  /** The first chunk, or as much of it as is wanted; null where there is none. */
  take(most: number): Buffer | null;
  /** Bytes in all. */
  size(): number;
  rest(): Buffer[];
}

/** So many chunks that were taken are forgotten at once, which costs as much as there are left. */
const FORGET = 1024;

export function createChunks(): Chunks {
  let chunks: Buffer[] = [];
  let first = 0;
  let size = 0;
  return {
    add: (bytes) => {
      chunks.push(bytes);
      size += bytes.length;
    },
    take: (most) => {
      const chunk = chunks[first];
      if (chunk === undefined) return null;
      const part = chunk.subarray(0, most);
      size -= part.length;
      if (part.length < chunk.length) chunks[first] = chunk.subarray(most);
      else first += 1;
      if (first >= FORGET && first * 2 >= chunks.length) {
        chunks = chunks.slice(first);
        first = 0;
      }
      return part;
    },
    size: () => size,
    rest: () => chunks.slice(first),
  };
}
