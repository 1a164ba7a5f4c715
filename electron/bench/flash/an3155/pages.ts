import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Region, Segment } from '../../image/image.js';
import { hex } from '../../image/parsed.js';

/** Where all STM32 have their flash, and page 0. */
const FLASH_START = 0x0800_0000;
const KIB = 1024;

/** So many sectors of one size (bytes), one group behind the other. */
type Layout = readonly (readonly [count: number, size: number])[];

const F2_F4: Layout = [
  [4, 16 * KIB],
  [1, 64 * KIB],
  [7, 128 * KIB],
];
const F74: Layout = [
  [4, 32 * KIB],
  [1, 128 * KIB],
  [3, 256 * KIB],
];
const F76: Layout = [
  [4, 32 * KIB],
  [1, 128 * KIB],
  [7, 256 * KIB],
];

/**
 * Chips whose sectors are not all of one size, by product id (AN2606; reference manuals of the F2, F4 and F7, "Flash
 * memory organization"). All others have pages of one size, the number of a page is its place.
 */
const UNEQUAL: ReadonlyMap<number, Layout> = new Map([
  [0x411, F2_F4],
  [0x413, F2_F4],
  [0x419, [...F2_F4, ...F2_F4]],
  [0x421, F2_F4],
  [0x423, F2_F4],
  [0x431, F2_F4],
  [0x433, F2_F4],
  [0x434, [...F2_F4, ...F2_F4]],
  [0x441, F2_F4],
  [0x449, F74],
  [0x451, F76],
  [0x452, F2_F4],
  [0x458, F2_F4],
  [0x463, [...F2_F4, [4, 128 * KIB]]],
]);

export interface ErasePlan {
  /** Numbers of the pages to erase, rising. */
  pages: readonly number[];
  /** Smallest page among the regions that are written, bytes. */
  smallest: number;
}

/**
 * Which pages must be erased before the segments are written, by the numbers that the chip has for them.
 *
 * Errors: IMAGE_REFUSED where bytes lie outside of the regions; BOARD_MISMATCH where the regions' pages are not those of
 * the chip, since pages would then be erased that nobody named.
 */
export function planErase(
  product: number,
  segments: readonly Segment[],
  regions: readonly Region[],
): Result<ErasePlan> {
  const sizes = new Set(regions.map(({ page }) => page));
  const layout = UNEQUAL.get(product);
  if (layout === undefined && sizes.size > 1) return fail(mixed(product));
  const pages = new Set<number>();
  let smallest = Number.POSITIVE_INFINITY;
  for (const { address, bytes } of segments)
    for (let at = address; at < address + bytes.length; ) {
      const region = regions.find(({ start, size }) => at >= start && at < start + size);
      if (region === undefined) return fail(outside(at));
      const page = pageAt(at, region.page, layout);
      if (page === null) return fail(mismatch(product, at, region));
      pages.add(page.number);
      smallest = Math.min(smallest, region.page);
      at = page.end;
    }
  return ok({ pages: [...pages].sort((a, b) => a - b), smallest });
}

/** Number and end of the page that holds an address; null where the chip has no page of that size there. */
function pageAt(
  at: number,
  size: number,
  layout: Layout | undefined,
): { number: number; end: number } | null {
  if (at < FLASH_START || size % 4 !== 0) return null;
  if (layout === undefined) {
    const number = Math.floor((at - FLASH_START) / size);
    return { number, end: FLASH_START + (number + 1) * size };
  }
  let [number, start] = [0, FLASH_START];
  for (const [count, sector] of layout) {
    const index = Math.floor((at - start) / sector);
    if (index < count)
      return sector === size ? { number: number + index, end: start + (index + 1) * sector } : null;
    number += count;
    start += count * sector;
  }
  return null;
}

const correct =
  'correct `page` of the regions in the profile: the reference manual of the chip has the sizes';

const mixed = (product: number): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the chip ${hex(product)} has pages of one size, the profile's regions have several; nothing was written`,
  next: correct,
});

const mismatch = (product: number, at: number, { name, page }: Region): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the chip ${hex(product)} has no page of ${page} bytes at ${hex(at)}, as the region ${name} says; nothing was written`,
  next: correct,
});

const outside = (at: number): Problem => ({
  code: 'IMAGE_REFUSED',
  message: `the image has bytes at ${hex(at)}, outside of the profile's regions; nothing was written`,
  next: 'make the image smaller, or link it to where the profile says',
});
