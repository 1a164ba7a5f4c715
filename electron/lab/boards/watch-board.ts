import { setTimeout as delay } from 'node:timers/promises';
import type { Board, BoardKey } from '../../../shared/board.js';
import type { Port } from '../../../shared/port.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { BoardTarget } from '../../bench/board/board-target.js';
import { boardKey, isInPlaceOf, joined, recognise } from '../../bench/ports/same-board.js';
import type { Candidate } from './choose.js';
import { knownAs, locateAgain, type Seen } from './locate.js';
import { type BoardRegistry, forgetBoard, listBoards, noteBoard } from './registry.js';

/** A program that was written enumerates within some 2 s; one without USB never does. */
const PATIENCE_MS = 5_000;
const LOOK_MS = 200;

/** A board that is found again while its lease is held, and what it calls itself meanwhile. */
export interface Watch extends Pick<BoardTarget, 'findDevice' | 'entered' | 'settle'> {
  /** Removes what turned out to be a board that the registry knew by another name; its lease is given back before. */
  forgetIfJoined(): void;
}

/** Finds a held board again; the names under which it comes back when it is flashed are noted, see `noteName`. */
export function watchBoard(store: BoardRegistry, profile: BoardProfile, board: Candidate): Watch {
  let joinedTo = board.id;
  const findDevice = () => locateAgain(profile, board);
  const look = async () => {
    const now = await findDevice();
    if (!now.ok) return null;
    const same = noteName(store, board, { itself: now.value, port: knownAs(profile, now.value) });
    joinedTo = same?.id ?? joinedTo;
    return usbOf(now.value);
  };
  return {
    findDevice,
    async entered() {
      await look();
    },
    async settle(signal) {
      if (usbOf(board.itself) === usbOf(board.port)) return;
      for (const until = Date.now() + PATIENCE_MS; Date.now() < until && !signal.aborted; ) {
        const usb = await look();
        if (usb !== null && usb !== usbOf(board.itself)) return;
        await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    forgetIfJoined: () => {
      if (joinedTo !== board.id) forgetBoard(store, board.id);
    },
  };
}

const usbOf = (port: Port): string | null => boardKey(port).usb;

/**
 * Notes what a held board calls itself now: from then on it is known by that too.
 *
 * @returns the board of the registry that it is; null where nothing was noted
 */
export function noteName(store: BoardRegistry, board: Candidate, now: Seen): Board | null {
  const boards = listBoards(store);
  const same = boards.ok ? boardBehind(board, now, boards.value) : null;
  if (same === null) return null;
  const names = joined(boardKey(now.port), boardKey(board.port));
  const noted = noteBoard(store, { ...same, key: joined(same.key, names) }, Date.now());
  return noted.ok ? same : null;
}

/**
 * Which board of the registry a device is that appeared at the place of one that is held; null where that tells nothing
 * new, or where it may have been plugged in there instead. A board that went from its program into its bootloader, or
 * back, has other ids; what has the same ids and another serial number is another board, and so is one with a serial
 * number where the board that was met without one is known to have another.
 */
function boardBehind(
  { id, port: before, itself }: Candidate,
  now: Seen,
  boards: readonly Board[],
): Board | null {
  if (before.topology === null || now.port.topology !== before.topology) return null;
  if (usbOf(now.itself) === usbOf(itself)) return null;
  const own = boards.find((board) => board.id === id);
  if (own === undefined || isNamed(own.key, now.port)) return null;
  const isNameless = before.serial === null && own.key.serial === null;
  const known = boards.find(({ key }) => recognise(key, now.port) === 'serial');
  if (known) return isNameless && !isNamed(known.key, before) ? known : null;
  return isNameless || before.serial !== null || now.port.serial === null ? own : null;
}

const isNamed = (key: BoardKey, port: Port): boolean =>
  recognise(key, port) === 'serial' || isInPlaceOf(key, port);
