import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { BoardTarget, BoardTools } from '../../bench/board/board-target.js';
import {
  type BoardAtHand,
  type FlashDone,
  flashNow,
  resetNow,
  type Writing,
} from '../../bench/board/flash-now.js';
import { openConsole } from '../../bench/board/shared-console.js';
import { keptOf } from './kept.js';

export interface HeldBoard {
  profile: BoardProfile;
  board: BoardTarget;
  tools: BoardTools;
  /** Who agrees to it and counts it. */
  request: Omit<BoardAtHand['request'], 'sessionDir'>;
  signal: AbortSignal;
  onProgress?: BoardAtHand['onProgress'];
}

/** Flashes a board that is held, outside of a test session. Errors: those of `flashNow` and of opening its port. */
export const flashHeld = (o: HeldBoard, writing: Writing): Promise<Result<FlashDone>> =>
  atHand(o, (at) => flashNow(at, writing));

/** Starts anew what a held board holds; nothing is written. Errors: those of `resetNow` and of opening its port. */
export const resetHeld = (o: HeldBoard): Promise<Result<void>> => atHand(o, resetNow);

async function atHand<T>(o: HeldBoard, work: (at: BoardAtHand) => Promise<Result<T>>): Promise<Result<T>> {
  const port = await openConsole(o.profile, o.board, o.tools);
  if (!port.ok) return port;
  const sessionDir = await mkdtemp(path.join(tmpdir(), 'benchloop-flash-'));
  const store = keptOf(o.tools.home, o.board.id);
  const begin = (): void => undefined;
  try {
    const request = { ...o.request, sessionDir };
    return await work({ ...o, request, store, port: port.value, begin });
  } finally {
    port.value.close();
    await rm(sessionDir, { recursive: true, force: true });
  }
}
