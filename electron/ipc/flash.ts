import type { FlashView } from '../../shared/ipc/flash.js';
import { ok } from '../../shared/problem.js';
import type { BenchParts, ServedArea } from './served-area.js';

/** Flashing by hand from the window. */
export function serveFlash(_parts: BenchParts, push: (view: FlashView) => void): ServedArea<'flash'> {
  let revision = 0;
  return {
    handlers: {
      watchFlash: () => {
        revision += 1;
        push({ topic: 'flash', revision });
        return ok(undefined);
      },
    },
    close: () => undefined,
  };
}
