import { useEffect, useRef } from 'react';

/** Nearer to the end than this counts as at the end, CSS pixels. */
const END_MARGIN = 60;

/** Keeps a list at its end while it grows, until the person scrolls up. */
export function useStayAtEnd() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    const inner = element?.firstElementChild;
    if (!element || !inner) return;
    let atEnd = true;
    let before = 0;
    const onScroll = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      // what grew meanwhile is no scrolling of the person's
      if (scrollHeight - scrollTop - clientHeight < END_MARGIN) atEnd = true;
      else if (scrollTop < before) atEnd = false;
      before = scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (atEnd) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll);
    observer.observe(inner);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, []);
  return box;
}
