import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * One tab stop for the diagram: the state that was focused last, first the current one. Arrow keys move in the
 * machine's order.
 *
 * @param onPointed told which state has the focus
 */
export function useStateKeys(
  states: readonly string[],
  current: string,
  onPointed: (state: string | null) => void,
) {
  const [focused, setFocused] = useState<string | null>(null);
  return {
    tabStop: focused !== null && states.includes(focused) ? focused : current,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const state = target.dataset.state;
      if (state === undefined) return;
      setFocused(state);
      onPointed(state);
    },
    onBlur: () => onPointed(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = STEP[event.key];
      const state = event.target instanceof HTMLElement ? event.target.dataset.state : undefined;
      if (step === undefined || state === undefined) return;
      const next = states[(states.indexOf(state) + step + states.length) % states.length] ?? state;
      const button = event.currentTarget.querySelector<HTMLElement>(`[data-state="${CSS.escape(next)}"]`);
      // Scrolling would move the drawing within its own box.
      button?.focus({ preventScroll: true });
      event.preventDefault();
    },
  };
}
