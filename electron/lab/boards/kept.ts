import path from 'node:path';
import { type BoardStore, openBoardStore } from '../../bench/flash/board-store.js';

/** What is kept of a board. */
export const keptOf = (home: string, board: string): BoardStore =>
  openBoardStore(path.join(home, 'boards'), board);
