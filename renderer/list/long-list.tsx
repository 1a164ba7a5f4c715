import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ROW_HEIGHT, scrollScale } from './scroll-scale.js';

/** A place that a list is to show; another object asks again. */
export interface Target {
  row: number;
}

/** Moves of the keys, in rows of a page. */
const MOVES: Readonly<Record<string, (top: number, page: number, last: number) => number>> = {
  ArrowDown: (top) => top + 1,
  ArrowUp: (top) => top - 1,
  PageDown: (top, page) => top + page,
  PageUp: (top, page) => top - page,
  Home: () => 0,
  End: (_top, _page, last) => last,
};

/**
 * A list of any length, of which only the visible rows are in the page. Beyond what a page can lay out, the scroll bar is
 * in proportion, while wheel and keys still move row by row.
 *
 * @param props.follow stay at the end while rows are added; `onFollow` says that the person scrolled away, or back to it
 * @param props.onRange which rows are seen
 */
export function LongList(props: {
  count: number;
  label: string;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  target: Target | null;
  onRange: (first: number, last: number) => void;
  children: (row: number) => ReactNode;
}) {
  const { count, label, follow, onFollow, target, onRange, children } = props;
  const box = useRef<HTMLElement>(null);
  const [height, setHeight] = useState(0);
  const [wantedTop, setWantedTop] = useState(0);
  /** Where the scroll bar was put by us: its event is none of the person's. */
  const put = useRef(0);
  const scale = scrollScale(count, height);
  const top = follow ? scale.lastTop : Math.min(wantedTop, scale.lastTop);
  const first = Math.floor(top);
  const last = Math.min(count - 1, Math.ceil(top + height / ROW_HEIGHT));

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(scale.lastTop, to));
    setWantedTop(next);
    onFollow(next >= scale.lastTop - 0.5);
  };
  const moveBy = useRef((_rows: number) => {});
  moveBy.current = (rows) => move(top + rows);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    put.current = scale.scrollTopOf(top);
    if (Math.abs(element.scrollTop - put.current) >= 1) element.scrollTop = put.current;
  });
  useEffect(() => onRange(first, last), [first, last, onRange]);
  useEffect(() => {
    if (target === null) return;
    setWantedTop(Math.max(0, target.row - 5));
    onFollow(false);
  }, [target, onFollow]);
  useEffect(() => {
    const element = box.current;
    if (!element || !scale.scaled) return;
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY === 0 || event.ctrlKey) return;
      event.preventDefault();
      moveBy.current(event.deltaY / ROW_HEIGHT);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scale.scaled]);

  const onScroll = (): void => {
    const { scrollTop: at = 0, clientHeight } = box.current ?? {};
    // While the box gets another height, it scrolls by itself.
    if (clientHeight === height && Math.abs(at - put.current) >= 1) move(scale.topOf(at));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = MOVES[event.key]?.(top, Math.floor(height / ROW_HEIGHT) - 1, scale.lastTop);
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(to);
  };
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return (
    <section
      className="lines"
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: scale.height }}>
        <div className="long-rows" style={{ height }}>
          {rows.map((row) => (
            <div
              className="line"
              key={row}
              style={{ transform: `translateY(${(row - top) * ROW_HEIGHT}px)` }}
            >
              {children(row)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
