import type { Result } from '../../../../shared/problem.js';
import type { Writing } from '../../../bench/board/flash-now.js';
import type { EffectIo } from '../../../engine/effect.js';
import { flashHeld } from '../../../lab/boards/flash-held.js';
import { type FlashArguments, flash } from '../../../tools/board/flash.js';
import type { FirmwareBench } from '../bench.js';

/**
 * Flashes an image onto the board that the run holds, outside of a test session; repeating it is harmless.
 * Errors: FLASH_DECLINED, those of `flashHeld`.
 */
export function putOnBoard(
  bench: FirmwareBench,
  io: EffectIo,
  writing: Writing,
  how: Pick<FlashArguments, 'origin' | 'isLast'>,
): Promise<Result<null>> {
  const { profile, board, targetTools: tools } = bench;
  if (profile.kind !== 'board' || board === null) throw new Error('a board is held before it is flashed');
  const args = { board: board.target.id, image: writing.image.sha256, ...how };
  return io.call(flash, args, {
    ...bench,
    write: (request, signal) =>
      flashHeld(
        { profile, tools, request, board: board.target, signal, onProgress: request.onFlash },
        writing,
      ),
  });
}
