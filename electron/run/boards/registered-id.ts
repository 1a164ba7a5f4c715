import type { Board } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import { boardKey, isTwin, recognise } from '../../bench/ports/same-board.js';
import { boardId } from './board-id.js';

/**
 * The id of the board behind a port: that of the registry where its USB serial number is known, under whatever profile it
 * was first seen or imported (one device has one lease), else a new one. Devices that share a serial number, as copies
 * do, are told apart by where they are plugged in.
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
  return boardId(profile, { ...boardKey(port), ...(isAmbiguous ? { serial: null } : {}) });
}
