import { BOARD_CALLS, BoardsViewSchema } from '../../shared/ipc/boards.js';
import { asker } from '../actions.js';
import { mirrorOf } from '../mirror/area-mirror.js';

/** Makes a call about boards. */
export const askBoards = asker(BOARD_CALLS);

/** What is on the bench, as main pushed it last. */
export const useBoards = mirrorOf('boards', BoardsViewSchema);
