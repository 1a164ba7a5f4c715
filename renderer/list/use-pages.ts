import { useEffect, useReducer, useRef } from 'react';

/** Rows of a page. */
export const PAGE = 100;
/** Pages that are kept: what was scrolled away from long ago is asked for again. */
const KEPT = 40;
/** So many of the last rows may still change when others follow. */
const UNSETTLED = 16;

/** Rows that somebody else holds. */
export interface RowSource<T> {
  /** Another key is another list. */
  key: string;
  count: number;
  /** Changes whenever the list grew, its last row included; the number of rows where that is enough. */
  size?: number;
  /** Rows `from` to `from + count - 1`, fewer at the end; null where they could not be had. */
  load(from: number, count: number): Promise<readonly T[] | null>;
}

interface Page<T> {
  rows: readonly T[];
  /** Rows and size of the list when it was asked for. */
  count: number;
  size: number;
}

/**
 * Asks for the rows that are looked at, page by page, and again for those at the end when the list grew.
 *
 * @returns gives a row; undefined while it is not there yet
 */
export function usePages<T>(
  source: RowSource<T>,
  first: number,
  last: number,
): (row: number) => T | undefined {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const held = useRef({ key: source.key, pages: new Map<number, Page<T>>(), asked: new Set<number>() });
  if (held.current.key !== source.key) held.current = { key: source.key, pages: new Map(), asked: new Set() };

  useEffect(() => {
    const mine = held.current;
    const fetch = async (page: number): Promise<void> => {
      mine.asked.add(page);
      const { count, size = count } = source;
      const rows = await source.load(page * PAGE, PAGE);
      mine.asked.delete(page);
      if (rows === null) return;
      mine.pages.delete(page);
      mine.pages.set(page, { rows, count, size });
      for (const old of mine.pages.keys()) {
        if (mine.pages.size <= KEPT) break;
        mine.pages.delete(old);
      }
      if (mine === held.current) redraw();
    };
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1)
      if (page * PAGE < source.count && !mine.asked.has(page) && isOld(mine.pages.get(page), page, source))
        void fetch(page);
  });

  return (row) => held.current.pages.get(Math.floor(row / PAGE))?.rows[row % PAGE];
}

const isOld = (
  page: Page<unknown> | undefined,
  number: number,
  { count, size = count }: RowSource<unknown>,
): boolean => page === undefined || (page.size !== size && (number + 1) * PAGE > page.count - UNSETTLED);
