import type { Board } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import { boardKey, isInPlaceOf, isTwin, recognise } from '../../bench/ports/same-board.js';
import { boardId } from './board-id.js';

/**
 * The id of the board behind a port: that of the registry where its USB serial number is known, under whatever profile it
 * was first seen or imported (one device has one lease), else a new one. Devices that share a serial number, as copies
 * do, are told apart by where they are plugged in. What tells no serial number is the profile's board that was seen so at
 * that place; what tells one that is known of no board is another board, wherever it is plugged in.
 *
 * @param ports all that is plugged in
 */
export function registeredId(
  boards: readonly Board[],
  profile: string,
  port: Port,
  ports: readonly Port[],
): string {
  const known = boards.filter(({ key }) => recognise(key, port) === 'serial');
  const here = known.find(({ key }) => key.topology === port.topology);
  if (here) return here.id;
  const [first, ...others] = known;
  const isAmbiguous = others.length > 0 || ports.some((other) => isTwin(port, other));
  if (first && !isAmbiguous) return first.id;
  const placed = boards.find((board) => board.profile === profile && isInPlaceOf(board.key, port));
  if (placed) return placed.id;
  const id = boardId(profile, { ...boardKey(port), ...(isAmbiguous ? { serial: null } : {}) });
  return freeId(boards, id, port);
}

/** A board whose name tells a place may have been plugged in elsewhere since. */
function freeId(boards: readonly Board[], id: string, port: Port): string {
  const isTaken = (wanted: string) =>
    boards.some((board) => board.id === wanted && recognise(board.key, port) === null);
  let free = id;
  for (let count = 2; isTaken(free); count += 1) free = `${id}-${count}`;
  return free;
}
