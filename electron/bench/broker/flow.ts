import type { PortKeeper } from './port-keeper.js';

/** Holds a port back while more waits than may. */
export interface Flow {
  /** What came has been read or written, or more came: `isFull` is asked again. */
  balance(): void;
  hold(port: PortKeeper, isFull: () => boolean): void;
}

/** Nothing is held back until `hold` says what. */
export function createFlow(): Flow {
  let held: { port: PortKeeper; isFull: () => boolean } | null = null;
  let paused = false;
  return {
    hold: (port, isFull) => {
      held = { port, isFull };
    },
    balance: () => {
      if (held === null) return;
      const full = held.isFull();
      if (full) held.port.pause();
      else if (paused) held.port.resume();
      paused = full;
    },
  };
}
