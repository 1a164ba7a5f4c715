import type { Problem, Result } from '../../../shared/problem.js';
import type { Region, Segment } from '../image/image.js';

/** What answered. `chip` and `serial` are compared with what the profile and the board's record say. */
export interface Identity {
  /** As the protocol names it: a signature `1e950f`, a product id `0x410`, a USB `vid:pid`. */
  chip: string;
  /** Unique to this one device, where the protocol can tell. */
  serial: string | null;
  /** Bootloader or probe, with its version, for people. */
  loader: string;
}

export interface FlashProgress {
  phase: 'connect' | 'dump' | 'erase' | 'write' | 'verify' | 'start';
  /** Bytes. */
  done: number;
  total: number;
  /** A line of what an external tool says. */
  text?: string;
}

export interface FlashOptions {
  onProgress: (progress: FlashProgress) => void;
  /** Honoured between pages only: those that were begun are finished, so that the device stays in a known state. */
  signal: AbortSignal;
}

/**
 * What a device holds after a write that failed: what it held before; none of the image, though what it held before may be
 * gone; a part of the image; nobody can tell.
 */
export type Left = 'unchanged' | 'erased' | 'part' | 'unknown';

export type WriteProblem = Problem & { left: Left };

/**
 * One device in its bootloader, from `connect` to `close`. Calls come in this order; `close` always comes.
 *
 * - Nothing is written or erased before `write`, nor in one that is refused (a byte outside of the regions) or was stopped before.
 * - Progress of a phase never goes back, keeps its total, and ends at it where the phase came off.
 * - `write` erases what it must, and only inside the pages that the segments touch, unless `eraseAll`.
 * - `verify` is the protocol's read-back, or its own check where it cannot read; what it proves is in `verifies`.
 * - Errors: TEST_ENV_FAILURE where nothing answers, BOARD_MISMATCH where another chip does, FLASH_FAILURE with the
 *   address where a write was refused or the device went away, VERIFY_FAILURE with the first address that differs.
 *   None of them ever reads as done. A failure in `write` tells in `left`, not in words, what the device holds.
 */
export interface Flasher {
  readonly protocol: string;
  /** `read-back`: every byte was read again; `checksum`: the device computed one; `echo`: only the transfer was acknowledged. */
  readonly verifies: 'read-back' | 'checksum' | 'echo';
  connect(options: FlashOptions): Promise<Result<Identity>>;
  /** Absent where the protocol cannot read. */
  read?(region: Pick<Region, 'start' | 'size'>, options: FlashOptions): Promise<Result<Uint8Array>>;
  write(
    segments: readonly Segment[],
    options: FlashOptions & { eraseAll: boolean },
  ): Promise<Result<void, WriteProblem>>;
  verify(segments: readonly Segment[], options: FlashOptions): Promise<Result<void>>;
  /** Leaves the bootloader and starts the program; its first bytes are the console's (`Link.unread`). */
  start(options: FlashOptions): Promise<Result<void>>;
  close(): Promise<void>;
}
