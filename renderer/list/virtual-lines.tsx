import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Height of one line in CSS pixels; the style sheet has the same number. */
const LINE_HEIGHT = 18;
/** Nearer to the end than this counts as at the end. */
const END_MARGIN = 2 * LINE_HEIGHT;

/**
 * A long text of which only the visible lines are in the page. It can be scrolled by keys.
 *
 * @param props.follow stay at the end while lines are added, until the person scrolls up
 */
export function VirtualLines(props: {
  count: number;
  label: string;
  follow?: boolean;
  /** The line that is led to; where there is one, the end is not followed until the person scrolls there. */
  target?: number | undefined;
  children: (index: number) => ReactNode;
}) {
  const { count, label, follow = false, target, children } = props;
  const box = useRef<HTMLElement>(null);
  const [atEnd, setAtEnd] = useState(target === undefined);
  const lines = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  useEffect(() => {
    if (follow && atEnd && count > 0) lines.scrollToIndex(count - 1);
  }, [follow, atEnd, count, lines]);
  useEffect(() => {
    if (target === undefined) return;
    setAtEnd(false);
    lines.scrollToIndex(target, { align: 'center' });
  }, [target, lines]);
  const onScroll = (): void => {
    const element = box.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < END_MARGIN);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="lines" ref={box} onScroll={onScroll} aria-label={label} tabIndex={0}>
      <div className="lines-all" style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map((item) => (
          <div className="line" key={item.key} style={{ transform: `translateY(${item.start}px)` }}>
            {children(item.index)}
          </div>
        ))}
      </div>
    </section>
  );
}
