import { ok, type Result } from '../../../shared/problem.js';
import type { FlashRequest } from './flash-request.js';
import { checkIdentity } from './identity.js';

/**
 * Resets a board through its bootloader: entered, identified, left again. Nothing is written. Errors: TEST_ENV_FAILURE
 * where nothing answers, BOARD_MISMATCH.
 */
export async function resetBoard(
  o: Pick<FlashRequest, 'board' | 'createFlasher' | 'wanted' | 'options'>,
): Promise<Result<void>> {
  const record = await o.board.store.record();
  if (!record.ok) return record;
  const made = o.createFlasher();
  if (!made.ok) return made;
  const flasher = made.value;
  try {
    const connected = await flasher.connect(o.options);
    if (!connected.ok) return connected;
    const same = checkIdentity(o.board.id, connected.value, o.wanted.chip, record.value.identity);
    if (!same.ok) return same;
    const started = await flasher.start(o.options);
    return started.ok ? ok(undefined) : started;
  } finally {
    await flasher.close();
  }
}
