/**
 * So often must a block have come before it is a boot loop, by how many different lines it has. A banner of several
 * lines repeats only because the target starts again; two in turn may be a heartbeat for a while. One line alone is a
 * heartbeat or a flood, which the limits of time and output end.
 */
const REPEATS: readonly (readonly [differentLines: number, repeats: number])[] = [
  [3, 4],
  [2, 50],
];

/** Whoever has printed so much without a boot loop has something to say. */
const MAX_BYTES = 256 * 1024;

export interface BootLoop {
  /** Whether all that the target printed so far is one block of lines, again and again. */
  feed(bytes: Uint8Array): boolean;
}

/**
 * Recognises a target that starts again and again without a reset that QEMU would tell of (a jump to its reset handler,
 * or to 0): from the very first byte on, its output is one block repeated whole. Anything else in between is progress: a
 * counter, a time, another case. The length of the block comes from the border of Knuth, Morris and Pratt.
 */
export function createBootLoop(): BootLoop {
  let bytes = new Uint8Array(0);
  let borders = new Uint32Array(0);
  let count = 0;
  const take = (byte: number): boolean => {
    let border = borders[count - 1] ?? 0;
    while (border > 0 && bytes[border] !== byte) border = borders[border - 1] ?? 0;
    bytes[count] = byte;
    borders[count] = count > 0 && bytes[border] === byte ? border + 1 : 0;
    count += 1;
    const period = count - (borders[count - 1] ?? 0);
    return count % period === 0 && count / period >= leastRepeats(bytes.subarray(0, period), count / period);
  };
  /** Most targets print a few lines only; room for MAX_BYTES would take 1.25 MB in each run. */
  const makeRoom = (needed: number): void => {
    if (needed <= bytes.length) return;
    const size = Math.min(2 * needed, MAX_BYTES);
    const [before, bordersBefore] = [bytes, borders];
    [bytes, borders] = [new Uint8Array(size), new Uint32Array(size)];
    bytes.set(before);
    borders.set(bordersBefore);
  };
  return {
    feed: (chunk) => {
      const fits = chunk.subarray(0, MAX_BYTES - count);
      makeRoom(count + fits.length);
      return fits.some(take);
    },
  };
}

function leastRepeats(block: Uint8Array, repeats: number): number {
  if (repeats < 4) return Number.POSITIVE_INFINITY;
  const text = Buffer.from(block).toString('latin1');
  const different = new Set(text.split(/[\r\n]+/).filter((line) => line.trim() !== '')).size;
  // a block without a line end is a progress bar
  if (!text.includes('\n')) return Number.POSITIVE_INFINITY;
  return REPEATS.find(([least]) => different >= least)?.[1] ?? Number.POSITIVE_INFINITY;
}
