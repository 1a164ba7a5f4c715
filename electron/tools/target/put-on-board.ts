import type { Result } from '../../../shared/problem.js';
import type { Writing } from '../../bench/board/flash-now.js';
import type { Caller } from '../../engine/tool.js';
import { flashHeld } from '../../lab/boards/flash-held.js';
import type { BoardWork } from '../board/board-work.js';
import { type FlashArguments, flash } from '../board/flash.js';
import { allowPrograms } from './allow-programs.js';
import type { TestWork } from './test-work.js';

/**
 * Flashes an image onto the board that the run holds, outside of a test session; repeating it is harmless.
 * Errors: FLASH_DECLINED, those of `flashHeld`.
 */
export async function putOnBoard(
  work: BoardWork & Pick<TestWork, 'targetTools'>,
  io: Caller,
  writing: Writing,
  how: Pick<FlashArguments, 'origin' | 'isLast'>,
): Promise<Result<null>> {
  const { profile, board, targetTools: tools } = work;
  if (profile.kind !== 'board' || board === null) throw new Error('a board is held before it is flashed');
  const allowed = await allowPrograms(work, io);
  if (!allowed.ok) return allowed;
  const args = { board: board.target.id, image: writing.image.sha256, ...how };
  return io.call(flash, args, {
    ...work,
    write: (request, signal) =>
      flashHeld(
        { profile, tools, request, board: board.target, signal, onProgress: request.onFlash },
        writing,
      ),
  });
}
