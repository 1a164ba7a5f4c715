import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ok, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { flashNow } from '../../bench/board/flash-now.js';
import { openConsole } from '../../bench/board/shared-console.js';
import type { FlashAsked } from '../../bench/environment.js';
import { openBoardStore } from '../../bench/flash/board-store.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { currentBootId } from '../../bench/process/children.js';
import { createExec } from '../../bench/process/exec.js';
import { ownerIsAlive, thisProcess } from '../this-process.js';
import { holdBoard } from './hold.js';

export interface FlashByHand {
  home: string;
  brokerFile: string;
  profile: BoardProfile;
  /** Absolute. */
  image: string;
  agree: (asked: FlashAsked) => Promise<boolean>;
  onProgress: (progress: FlashProgress) => void;
  onWaiting: (why: string) => void;
  signal: AbortSignal;
}

/** Nothing confined runs here, and nothing that would have to be ended later. */
const NO_CHILDREN = { started: () => undefined, ended: () => undefined };

/**
 * Flashes an image onto a board outside of any run: leased, agreed to, kept and verified as a run does it. Gives the
 * board's id. Errors: those of finding, leasing and flashing; FLASH_DECLINED where nobody agreed.
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
    const port = await openConsole(o.profile, target, tools);
    if (!port.ok) return port;
    const store = openBoardStore(path.join(o.home, 'boards'), target.id);
    const request = { image: o.image, sessionDir, agree: o.agree };
    const { profile, signal, onProgress } = o;
    const begin = (): void => undefined;
    const flashed = await flashNow({
      ...{ profile, request, board: target, store, port: port.value, tools, signal, begin, onProgress },
    });
    port.value.close();
    return flashed.ok ? ok(target.id) : flashed;
  } finally {
    held.value.release();
    await rm(sessionDir, { recursive: true, force: true });
  }
}
