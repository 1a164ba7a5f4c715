import type { BoardProfile } from '../../../shared/profile/board.js';
import { watchPorts } from '../../bench/ports/watch-ports.js';
import { type BenchNow, benchNow } from './bench-now.js';

/** How often it is looked who uses a port and holds a board, ms; what is plugged in is seen at once. */
const LOOK_MS = 2000;

export interface BenchWatch {
  /** Looks now: something was done to a board. */
  look(): void;
  stop(): void;
}

/** Tells what is on the bench now, and again after each change and each look, until it is stopped. */
export function watchBench(
  o: { home: string; profiles: readonly BoardProfile[] },
  onLook: (bench: BenchNow) => void,
): BenchWatch {
  let stopped = false;
  let looking = false;
  let again = false;

  const look = async (): Promise<void> => {
    again = looking;
    if (looking) return;
    looking = true;
    const bench = await benchNow(o.home, o.profiles);
    looking = false;
    if (stopped) return;
    onLook(bench);
    if (again) void look();
  };
  const ports = watchPorts(() => void look());
  const timer = setInterval(() => void look(), LOOK_MS);
  void look();
  return {
    look: () => void look(),
    stop: () => {
      stopped = true;
      clearInterval(timer);
      ports.stop();
    },
  };
}
