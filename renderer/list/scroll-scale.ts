/** Height of one row in CSS pixels; the style sheet has the same number. */
export const ROW_HEIGHT = 18;
/** Chromium lays out no element that is higher than about 33 million pixels; this is well below. */
const MOST_PIXELS = 8_000_000;

/** How the rows of a list lie in a box that scrolls: one to one as long as that is possible, in proportion beyond. */
export interface ScrollScale {
  /** Height of all that scrolls, CSS pixels. */
  height: number;
  /** The row at the top of the box when it is scrolled to the end; may be a fraction. */
  lastTop: number;
  /** A pixel of the scroll bar is more than a pixel of the rows. */
  scaled: boolean;
  topOf(scrollTop: number): number;
  scrollTopOf(top: number): number;
}

/** @param boxHeight of the box, CSS pixels */
export function scrollScale(rows: number, boxHeight: number): ScrollScale {
  const lastTop = Math.max(0, rows - boxHeight / ROW_HEIGHT);
  const height = Math.max(boxHeight, Math.min(rows * ROW_HEIGHT, MOST_PIXELS));
  const way = height - boxHeight;
  const perRow = lastTop === 0 ? 0 : way / lastTop;
  return {
    height,
    lastTop,
    scaled: rows * ROW_HEIGHT > MOST_PIXELS,
    topOf: (scrollTop) => (perRow === 0 ? 0 : Math.min(lastTop, scrollTop / perRow)),
    scrollTopOf: (top) => Math.min(way, top * perRow),
  };
}
