import type { Pace } from '../../shared/ipc/runs.js';

/** Long enough to see which state is lit and to read its name; the command line's `--pace slow`. */
const SLOW_MS = 1500;

export interface Pacer {
  /** Called by the run between a transition and the next effect. */
  wait(): Promise<void>;
  /** Lets a waiting run go on by one step. */
  next(): void;
  /** From now on the run is never held up: it is to stop, or its owner is. */
  release(): void;
}

/**
 * Holds a run up between its transitions, so that people can follow it.
 *
 * @param onPaused told when the run begins and ceases to wait for `next`
 */
export function createPacer(pace: Pace, onPaused: (paused: boolean) => void): Pacer {
  let released = false;
  let goOn = (): void => undefined;

  const untilNext = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
    });
  const forAWhile = async (ms: number): Promise<void> => {
    const timer = setTimeout(() => goOn(), ms);
    await untilNext();
    clearTimeout(timer);
  };
  const untilAsked = async (): Promise<void> => {
    onPaused(true);
    await untilNext();
    onPaused(false);
  };
  return {
    wait: async () => {
      if (released || pace === 'full') return;
      if (pace === 'step') await untilAsked();
      else await forAWhile(pace === 'slow' ? SLOW_MS : pace);
    },
    next: () => goOn(),
    release: () => {
      released = true;
      goOn();
    },
  };
}
