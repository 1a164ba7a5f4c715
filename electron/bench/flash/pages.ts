import type { Segment } from '../image/image.js';

/** What erased flash reads as. */
const ERASED = 0xff;

/**
 * The whole pages that segments touch, by rising address; what the segments leave open is as erased.
 *
 * @param pageBytes a page's size; pages start at multiples of it
 */
export function pagesOf(segments: readonly Segment[], pageBytes: number): Segment[] {
  const pages = new Map<number, Uint8Array>();
  for (const { address, bytes } of segments) {
    for (let done = 0; done < bytes.length; ) {
      const inside = (address + done) % pageBytes;
      const start = address + done - inside;
      const page = pages.get(start) ?? new Uint8Array(pageBytes).fill(ERASED);
      const part = bytes.subarray(done, done + pageBytes - inside);
      page.set(part, inside);
      pages.set(start, page);
      done += part.length;
    }
  }
  return [...pages].map(([address, bytes]) => ({ address, bytes })).toSorted((a, b) => a.address - b.address);
}

/** Bytes of all segments. */
export const totalBytes = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { bytes }) => sum + bytes.length, 0);
