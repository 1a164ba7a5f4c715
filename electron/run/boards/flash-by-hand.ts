import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { flashNow } from '../../bench/board/flash-now.js';
import { openConsole } from '../../bench/board/shared-console.js';
import type { FlashAsked } from '../../bench/environment.js';
import { type BoardStore, openBoardStore } from '../../bench/flash/board-store.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { imageToRestore, type RestorePoint } from '../../bench/flash/restore.js';
import type { Image } from '../../bench/image/image.js';
import { loadImage } from '../../bench/image/load-image.js';
import { currentBootId } from '../../bench/process/children.js';
import { createExec } from '../../bench/process/exec.js';
import { ownerIsAlive, thisProcess } from '../this-process.js';
import { holdBoard } from './hold.js';

/** A file (its absolute path), or what is kept of a board, and of no other one. */
export type WantedImage =
  | { by: 'file'; file: string }
  | { by: 'restore'; point: RestorePoint; board: string };

export interface FlashByHand {
  home: string;
  brokerFile: string;
  profile: BoardProfile;
  image: WantedImage;
  agree: (asked: FlashAsked) => Promise<boolean>;
  onProgress: (progress: FlashProgress) => void;
  onWaiting: (why: string) => void;
  signal: AbortSignal;
}

/** Nothing confined runs here, and nothing that would have to be ended later. */
const NO_CHILDREN = { started: () => undefined, ended: () => undefined };

/**
 * Flashes an image onto a board outside of any run: leased, agreed to, kept and verified as a run does it. Gives the
 * board's id. Errors: those of finding, leasing and flashing; FLASH_DECLINED where nobody agreed; BOARD_MISMATCH where
 * another board than the one to restore was found.
 */
export async function flashByHand(o: FlashByHand): Promise<Result<string>> {
  const held = await holdBoard({
    ...{ home: o.home, profile: o.profile, signal: o.signal, onWaiting: o.onWaiting },
    owner: `flash by hand, process ${process.pid}`,
    process: thisProcess(),
    isAlive: ownerIsAlive(currentBootId()),
  });
  if (!held.ok) return held;
  const { target } = held.value;
  const sessionDir = await mkdtemp(path.join(tmpdir(), 'benchloop-flash-'));
  const tools = {
    exec: createExec({ children: NO_CHILDREN, confinement: 'none' }),
    brokerFile: o.brokerFile,
    home: o.home,
  };
  try {
    const store = openBoardStore(path.join(o.home, 'boards'), target.id);
    const image = await imageFor(o, target.id, store);
    if (!image.ok) return image;
    const port = await openConsole(o.profile, target, tools);
    if (!port.ok) return port;
    const request = { sessionDir, agree: o.agree };
    const { profile, signal, onProgress } = o;
    const begin = (): void => undefined;
    try {
      const flashed = await flashNow({
        ...{ profile, request, image: image.value, board: target, store },
        ...{ port: port.value, tools, signal, begin, onProgress },
      });
      return flashed.ok ? ok(target.id) : flashed;
    } finally {
      port.value.close();
    }
  } finally {
    held.value.release();
    await rm(sessionDir, { recursive: true, force: true });
  }
}

async function imageFor(
  { image, profile }: FlashByHand,
  found: string,
  store: BoardStore,
): Promise<Result<Image>> {
  if (image.by === 'file') return loadImage(image.file);
  if (image.board === found) return imageToRestore(store, image.point, profile.safety);
  return fail({
    code: 'BOARD_MISMATCH',
    where: image.board,
    message: `the board that was found is ${found}; nothing was written`,
    next: 'unplug it, or say more of the board in "find" of its profile',
  });
}
