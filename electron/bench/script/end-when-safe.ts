/** Output on its way when the end is wished for, ms. */
const SETTLE_MS = 100;

export interface SafeEnd<Why> {
  /** The end is wished for; the first reason counts. */
  want(why: Why): void;
  /** To be called upon everything that the program says. */
  look(): void;
  /** Why it was ended; null where it was not. */
  cut(): Why | null;
  /** The program has ended: nobody is to be ended any more. */
  over(): void;
}

/** Ends a program that is wished to end as soon as that is safe: what it said just before is read first. */
export function endWhenSafe<Why>(safe: () => boolean, end: () => void): SafeEnd<Why> {
  let wish: Why | null = null;
  let cut: Why | null = null;
  let isOver = false;
  const look = (): void => {
    if (wish === null || cut !== null || isOver || !safe()) return;
    cut = wish;
    end();
  };
  return {
    want: (why) => {
      wish ??= why;
      setTimeout(look, SETTLE_MS);
    },
    look,
    cut: () => cut,
    over: () => {
      isOver = true;
    },
  };
}
