import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import type { BoardWork } from './board-work.js';
import { SOURCES } from './flash-gate.js';
import { endGrant, flashPermit, limitOf, NO_FAULT_OF_THE_BOARD, type Permit } from './permit.js';

/** Work on a target, with what writes to it. */
export interface WriteWork extends BoardWork {
  /** Errors: FLASH_DECLINED where nobody agreed, those of the target. */
  write(permit: Permit, signal: AbortSignal): Promise<Result<unknown>>;
}

const FlashArguments = z.object({
  board: z.string(),
  /** SHA-256 of the image, hexadecimal. */
  image: z.string(),
  /** Where it comes from; see `Origin`. */
  origin: z.union([
    z.object({ commit: z.string(), base: z.string().optional() }),
    z.object({ source: z.enum(SOURCES) }),
    z.object({ run: z.string() }),
    z.object({ file: z.string(), written: z.string() }),
  ]),
  /** What the run writes at its end is counted, and never refused for having been too much. */
  isLast: z.boolean().default(false),
});
export type FlashArguments = z.input<typeof FlashArguments>;

/** A target that did something else than expected ends what was granted for it; the next write is asked for. */
async function write({ origin, isLast }: FlashArguments, work: WriteWork, io: CallIo): Promise<Result<null>> {
  const permit = flashPermit(work, io, origin, isLast ? null : limitOf(work));
  const done = await work.write(permit, io.signal);
  if (done.ok) return ok(null);
  if (!NO_FAULT_OF_THE_BOARD.has(done.error.code)) await endGrant(work, io, done.error.message);
  return done;
}

/**
 * Writes an image to a board. What is asked names the chip that answered, so the question comes in the middle of the work.
 * Errors: FLASH_DECLINED, those of the flasher.
 */
export const flash: Tool<FlashArguments, null, WriteWork> = {
  ...{ name: 'flash', kind: 'flash', isIdempotent: true, scope: 'flash', danger: 'lasting' },
  arguments: FlashArguments,
  result: z.null(),
  perform: write,
  // the same image again, by the same approval: what a cut-off flash left is not to be trusted
  reconcile: async () => 'again',
};

/** Has the vendor's program of the profile write the image. Errors: FLASH_DECLINED, those of the program. */
export const script: Tool<FlashArguments, null, WriteWork> = {
  ...flash,
  ...{ name: 'script' },
};
