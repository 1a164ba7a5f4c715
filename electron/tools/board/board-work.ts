import type { Policy } from '../../../shared/policy.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { Profile } from '../../../shared/profile.js';
import type { LoadedTask } from '../../../shared/task.js';
import type { BoardHold } from '../../lab/boards/hold.js';

/** What work on the target of a run is done with. */
export interface BoardWork {
  /** The data folder. */
  home: string;
  policy: Policy;
  profile: Profile;
  /** The board that this process holds for the run; null where the profile has none, or none is held yet. */
  board: BoardHold | null;
  /** The task that names the profile; null where the profile is the person's own. */
  loaded: Pick<LoadedTask, 'task' | 'file' | 'repoRoot' | 'baseCommit'> | null;
  paths: { clone: string };
}

/** The name under which a board's writes are counted; one that only a script knows goes by its profile. */
export const boardName = ({ board, profile }: Pick<BoardWork, 'board' | 'profile'>): string =>
  board?.target.id ?? profile.id;

/** Whether the run's board, where it has one, is still its own. Errors: those of `renewLease`. */
export const stillHeld = ({ board }: Pick<BoardWork, 'board'>): Result<void> =>
  board?.held() ?? ok(undefined);
