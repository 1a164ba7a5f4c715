import { FLASH_CALLS, FlashViewSchema } from '../../shared/ipc/flash.js';
import { asker } from '../actions.js';
import { mirrorOf } from '../mirror/area-mirror.js';
import { select } from '../selection.js';

/** Makes a call about flashing. */
export const askFlash = asker(FLASH_CALLS);

/** The flash that runs or ran last, as main pushed it last. */
export const useFlash = mirrorOf('flash', FlashViewSchema);

useFlash.subscribe(({ view }) => {
  const job = view?.job ?? null;
  select({ flashing: job !== null && job.result === null });
});
