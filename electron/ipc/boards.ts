import type { BoardsView } from '../../shared/ipc/boards.js';
import { ok } from '../../shared/problem.js';
import type { BenchParts, ServedArea } from './served-area.js';

/** The ports and boards of this computer, while the window shows them. */
export function serveBoards(_parts: BenchParts, push: (view: BoardsView) => void): ServedArea<'boards'> {
  let revision = 0;
  return {
    handlers: {
      watchBoards: () => {
        revision += 1;
        push({ topic: 'boards', revision });
        return ok(undefined);
      },
      unwatchBoards: () => ok(undefined),
    },
    close: () => undefined,
  };
}
