import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { boardKey } from '../../bench/ports/same-board.js';
import { deviceKey } from './bench-now.js';
import { findOf } from './find-of.js';
import type { WantedImage } from './flash-by-hand.js';
import { findBoard, withBoardRegistry } from './registry.js';

/**
 * A profile that finds just the board that is meant: the one at a port or device (`deviceKey`), else the one that is to be
 * restored, else the profile's own. Errors: PORT_NOT_FOUND where nothing is at that place any more, BOARD_NOT_FOUND.
 */
export async function placedProfile(
  home: string,
  profile: BoardProfile,
  { target, image }: { target: string | null; image: WantedImage },
): Promise<Result<BoardProfile>> {
  if (target !== null) return placedAt(profile, target);
  if (image.by === 'file') return ok(profile);
  const board = await withBoardRegistry(home, (store) => findBoard(store, image.board));
  return board.ok ? ok({ ...profile, find: findOf(profile.find, board.value.key) }) : board;
}

async function placedAt(profile: BoardProfile, target: string): Promise<Result<BoardProfile>> {
  const listed = await listPorts();
  if (!listed.ok) return listed;
  const port = listed.value.find((one) => deviceKey(one) === target);
  if (port === undefined)
    return fail({
      code: 'PORT_NOT_FOUND',
      where: target,
      message: 'nothing is plugged in there any more',
      next: 'plug the board in, or choose another port',
    });
  if (port.kind === 'serial' && port.path !== null) return ok({ ...profile, find: { port: port.path } });
  return ok({ ...profile, find: findOf(profile.find, boardKey(port)) });
}
