import type { Area } from '../../shared/channels.js';
import type { HandlersOf } from '../../shared/ipc.js';
import { serveBoards } from './boards.js';
import { serveConsole } from './console.js';
import { serveFlash } from './flash.js';
import type { BenchParts } from './served-area.js';

type BenchArea = Exclude<Area, 'runs' | 'sessions' | 'campaigns' | 'chat' | 'keys'>;

export interface ServedBench {
  handlers: HandlersOf<BenchArea>;
  /** Resolves when nothing is being done to a board any more that must not be cut off; null where nothing is. */
  settle(): Promise<void> | null;
  close(): void;
}

/** Serves all areas but the runs: those of the bench. */
export function serveBench(
  parts: BenchParts,
  pushTo: (area: BenchArea) => (view: unknown) => void,
): ServedBench {
  const areas = {
    boards: serveBoards(parts, pushTo('boards')),
    console: serveConsole(parts, pushTo('console')),
    flash: serveFlash(parts, pushTo('flash')),
  } satisfies { [A in BenchArea]: unknown };
  const { boards, console, flash } = areas;
  return {
    handlers: { ...boards.handlers, ...console.handlers, ...flash.handlers },
    settle: flash.settle,
    close: () => {
      for (const area of Object.values(areas)) area.close();
    },
  };
}
