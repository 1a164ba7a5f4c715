import { statSync } from 'node:fs';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { visibleName } from '../../../shared/visible-text.js';
import type { FlashDone } from '../../bench/board/flash-now.js';
import type { FlashAsked } from '../../bench/environment.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { imageToRestore, type RestorePoint } from '../../bench/flash/restore.js';
import type { Image } from '../../bench/image/image.js';
import { ofBoard } from '../../bench/image/load-image.js';
import { loadWithSymbols } from '../../bench/image/symbol-store.js';
import { currentBootId, UNRECORDED } from '../../bench/process/children.js';
import { createExec } from '../../bench/process/exec.js';
import { ownerIsAlive, thisProcess } from '../this-process.js';
import { flashHeld } from './flash-held.js';
import { countFlash } from './flashes.js';
import { holdBoard } from './hold.js';
import { keptOf } from './kept.js';

/**
 * A file (its absolute path; `base` is the address of its first byte where it does not say), or what is kept of a board,
 * and of no other one.
 */
export type WantedImage =
  | { by: 'file'; file: string; base?: number | undefined }
  | { by: 'restore'; point: RestorePoint; board: string };

export interface FlashByHand {
  home: string;
  brokerFile: string;
  profile: BoardProfile;
  image: WantedImage;
  /** `writer`: where the image comes from; it is never one that a run of ours has just built. */
  agree: (asked: FlashAsked, writer: string) => Promise<boolean>;
  onProgress: (progress: FlashProgress) => void;
  onWaiting: (why: string) => void;
  signal: AbortSignal;
}

/** What was flashed, and how it was verified. */
export interface Flashed extends FlashDone {
  board: string;
  /** SHA-256 of the image's file. */
  image: string;
}

/**
 * Flashes an image onto a board outside of any run: leased, agreed to, kept and verified as a run does it. Errors:
 * those of finding, leasing and flashing; FLASH_DECLINED where nobody agreed; BOARD_MISMATCH where another board than the
 * one to restore was found.
 */
export async function flashByHand(o: FlashByHand): Promise<Result<Flashed>> {
  const owner = `flash by hand, process ${process.pid}`;
  const held = await holdBoard({
    ...{ home: o.home, profile: o.profile, signal: o.signal, onWaiting: o.onWaiting },
    owner,
    process: thisProcess(),
    isAlive: ownerIsAlive(currentBootId()),
  });
  if (!held.ok) return held;
  const { target: board } = held.value;
  const { profile, signal, onProgress } = o;
  const exec = createExec({ children: UNRECORDED, confinement: 'none' });
  const tools = { exec, brokerFile: o.brokerFile, home: o.home };
  try {
    const image = await imageFor(o, board.id);
    if (!image.ok) return image;
    const spend = () => {
      const mine = held.value.held();
      return mine.ok ? countFlash(o.home, { board: board.id, owner, limit: null }) : mine;
    };
    const agree = (asked: FlashAsked) => {
      held.value.noteAnswered();
      return o.agree(asked, writerOf(o.image));
    };
    const request = { agree, spend };
    const writing = { image: image.value, always: true, good: true };
    const flashed = await flashHeld({ profile, board, tools, request, signal, onProgress }, writing);
    return flashed.ok ? ok({ ...flashed.value, board: board.id, image: image.value.sha256 }) : flashed;
  } finally {
    held.value.release();
  }
}

const KEPT: Readonly<Record<RestorePoint, string>> = {
  'last-good': 'what was last written to this board and verified',
  'first-dump': 'what this board held before its first flash',
};

/** Who made the image, as far as that can be told. */
function writerOf(image: WantedImage): string {
  if (image.by === 'restore') return KEPT[image.point];
  const at = statSync(image.file, { throwIfNoEntry: false })?.mtime.toISOString() ?? 'unknown';
  return `the file ${visibleName(image.file)}, last written ${at}`;
}

/**
 * The image, read now. Errors: of reading it; IMAGE_REFUSED where an address is given to a file that names its own;
 * BOARD_MISMATCH where another board than the one to restore was found.
 */
export async function imageFor(
  { home, image, profile }: Pick<FlashByHand, 'home' | 'image' | 'profile'>,
  found: string,
): Promise<Result<Image>> {
  if (image.by === 'file') return imageOf(home, image, profile);
  if (image.board === found) return imageToRestore(keptOf(home, found), image.point, profile.safety);
  return fail({
    code: 'BOARD_MISMATCH',
    where: image.board,
    message: `the board that was found is ${found}; nothing was written`,
    next: 'unplug it, or say more of the board in "find" of its profile',
  });
}

async function imageOf(
  home: string,
  { file, base }: Extract<WantedImage, { by: 'file' }>,
  profile: BoardProfile,
): Promise<Result<Image>> {
  const image = await loadWithSymbols(home, file, { base, ...ofBoard(profile) });
  if (!image.ok || image.value.format === 'bin' || base === undefined) return image;
  return fail({
    code: 'IMAGE_REFUSED',
    where: file,
    message: `${image.value.format.toUpperCase()} says itself where it belongs, and is not moved`,
    next: 'leave the address out, or build the image for that address',
  });
}
