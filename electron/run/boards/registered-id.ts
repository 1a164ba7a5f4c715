import type { Port } from '../../../shared/port.js';
import { ok, type Result } from '../../../shared/problem.js';
import { boardKey, recognise } from '../../bench/ports/same-board.js';
import { boardId } from './board-id.js';
import { type BoardStore, listBoards } from './store.js';

/**
 * The id of the board behind a port: that of the registry where its USB serial number is known, under whatever profile it
 * was first seen or imported (one device has one lease), else a new one. Errors: those of the registry.
 */
export function registeredId(store: BoardStore, profile: string, port: Port): Result<string> {
  const boards = listBoards(store);
  if (!boards.ok) return boards;
  const known = boards.value.find(({ key }) => recognise(key, port) === 'serial');
  return ok(known?.id ?? boardId(profile, boardKey(port)));
}
