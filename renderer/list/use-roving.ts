import { type KeyboardEvent, useState } from 'react';

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_at, last) => last,
  PageDown: (at) => at + 10,
  PageUp: (at) => at - 10,
};

/**
 * One tab stop for a list (WAI-ARIA practices, "roving tabindex"): arrow keys, Home, End and the page keys move in it.
 *
 * @param onMove is to bring the item of that index into view, and to focus it
 */
export function useRoving(count: number, onMove: (index: number, list: HTMLElement) => void) {
  const [wanted, setStop] = useState(0);
  const stop = Math.min(wanted, Math.max(0, count - 1));
  return {
    stop,
    setStop,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const move = MOVES[event.key];
      if (move === undefined || event.ctrlKey || event.altKey || event.metaKey || count === 0) return;
      const next = Math.max(0, Math.min(count - 1, move(stop, count - 1)));
      setStop(next);
      onMove(next, event.currentTarget);
      event.preventDefault();
    },
  };
}

/** Focuses the item of a list that carries `data-index`. */
export function focusItem(index: number, list: HTMLElement): void {
  list.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
}
