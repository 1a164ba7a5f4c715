import type { Result } from '../../../../shared/problem.js';
import type { FlashDone, Writing } from '../../../bench/board/flash-now.js';
import type { EffectIo } from '../../../engine/effect.js';
import { flashHeld } from '../../../lab/boards/flash-held.js';
import type { FirmwareBench } from '../bench.js';
import { endGrant, NO_FAULT_OF_THE_BOARD, type Permit } from './permit.js';

/**
 * Flashes an image onto the board that the run holds, outside of a test session. Journalled; repeating it is harmless.
 * Errors: those of `flashHeld`.
 */
export async function putOnBoard(
  bench: FirmwareBench,
  io: EffectIo,
  writing: Writing,
  request: Permit,
): Promise<Result<FlashDone>> {
  const { profile, board, targetTools: tools } = bench;
  if (profile.kind !== 'board' || board === null) throw new Error('a board is held before it is flashed');
  const held = {
    profile,
    tools,
    request,
    board: board.target,
    signal: io.signal,
    onProgress: request.onFlash,
  };
  const put = await io.operate({
    kind: 'flash',
    intent: { board: board.target.id, image: writing.image.sha256 },
    perform: () => flashHeld(held, writing),
    // the same image again, by the same approval: what a cut-off flash left is not to be trusted
    reconcile: async () => 'again',
  });
  if (!put.ok && !NO_FAULT_OF_THE_BOARD.has(put.error.code)) await endGrant(bench, io, put.error.message);
  return put;
}
