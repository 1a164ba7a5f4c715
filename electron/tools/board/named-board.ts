import type { Board } from '../../../shared/board.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { isSimulated, type Profile } from '../../../shared/profile.js';
import { text } from '../../../shared/texts/words.js';
import { findProfile } from '../../bench/profiles.js';
import { findBoard, withBoardRegistry } from '../../lab/boards/registry.js';
import type { SessionWork } from '../session-work.js';

/** A session leaves a board as its last call did: it brings nothing back at its end, and must not say so. */
export const leftAsItIs = (profile: Profile): Profile =>
  profile.kind === 'board' ? { ...profile, atEnd: 'last' } : profile;

/** A registered board with its profile. */
export interface NamedBoard {
  board: Board;
  profile: Profile;
  /** The session's task names the profile; else it is one of the person's own. */
  isOfTask: boolean;
}

type Bench = Pick<SessionWork, 'home' | 'profileDirs' | 'task'>;

/**
 * The board of that id: a model names a board by nothing else. Errors: BOARD_NOT_FOUND with the ids there are, those of the
 * registry and of the board's profile.
 */
export async function namedBoard(work: Bench, id: string): Promise<Result<NamedBoard>> {
  const own = work.task?.profile;
  if (own?.id === id && isSimulated(own)) return fail(noBoard(own));
  const board = await withBoardRegistry(work.home, (store) => findBoard(store, id));
  if (!board.ok) return board;
  if (own?.id === board.value.profile) return ok({ board: board.value, profile: own, isOfTask: true });
  const profile = findProfile(board.value.profile, work.profileDirs, work.home);
  return profile.ok
    ? ok({ board: board.value, profile: leftAsItIs(profile.value), isOfTask: false })
    : profile;
}

const noBoard = ({ id }: Profile): Problem => ({
  code: 'BOARD_NOT_FOUND',
  message: text`${id} is no board: it exists, and has a console, only while run_test runs`,
  where: id,
  next: text`call run_test: its result holds the end of the console`,
});
