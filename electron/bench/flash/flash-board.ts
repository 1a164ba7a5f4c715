import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { checkImage } from '../image/check-image.js';
import { type BindingParts, bind, bindingHash, type FlashBinding } from './binding.js';
import type { BoardRecord } from './board-store.js';
import type { FlashRequest } from './flash-request.js';
import type { Flasher, Identity, Left, WriteProblem } from './flasher.js';
import { checkIdentity } from './identity.js';
import { STOPPED_BEFORE } from './programming.js';
import { survey } from './survey.js';

/** What the board holds afterwards: what a write that failed has left, all of the image unproven, the image. */
export type Holds = Left | 'unverified' | 'image';

/** How a flash ended; every end but `done` has its problem. */
export type FlashOutcome =
  | {
      outcome: 'done';
      holds: 'image';
      binding: FlashBinding;
      verified: Flasher['verifies'];
      /** False: it was there already. */
      written: boolean;
    }
  /** Nothing was written: the image, the board or the computer does not allow it. */
  | { outcome: 'refused'; holds: 'unchanged'; problem: Problem }
  /** Nothing was written: nobody agreed. */
  | { outcome: 'declined'; holds: 'unchanged'; problem: Problem }
  | { outcome: 'failed'; holds: Exclude<Holds, 'unchanged'>; problem: Problem };

/**
 * Flashes a board: image checked, board identified, its flash kept before the first write, image kept, agreement, then
 * identified again and only with an unchanged binding written, verified, recorded and started. What the board is known
 * to hold is not written again if it can be verified. Never `done` unless all of the image was verified.
 */
export async function flashBoard(request: FlashRequest): Promise<FlashOutcome> {
  const agreed = await prepare(request);
  if (!agreed.ok)
    return {
      outcome: agreed.error.code === 'FLASH_DECLINED' ? 'declined' : 'refused',
      holds: 'unchanged',
      problem: agreed.error,
    };
  const made = request.createFlasher();
  if (!made.ok) return refused(made.error);
  try {
    return await writeAgreed(request, made.value, agreed.value);
  } finally {
    await made.value.close();
  }
}

const refused = (problem: Problem): FlashOutcome => ({ outcome: 'refused', holds: 'unchanged', problem });

interface Agreed {
  parts: Omit<BindingParts, 'identity'>;
  hash: string;
  record: BoardRecord;
}

async function prepare(request: FlashRequest): Promise<Result<Agreed>> {
  const { board, image, wanted } = request;
  const checked = checkImage(image, wanted);
  if (!checked.ok) return checked;
  const surveyed = await survey(request);
  if (!surveyed.ok) return surveyed;
  const { identity, record, irreversible } = surveyed.value;
  const kept = await board.store.keep(image);
  if (!kept.ok) return kept;
  const parts = { board: board.id, image, regions: wanted.regions, erase: request.erase, irreversible };
  const binding = bind({ ...parts, identity });
  const agreedTo = await request.confirm(binding, bindingHash(binding));
  if (agreedTo === null)
    return fail({
      code: 'FLASH_DECLINED',
      where: board.id,
      message: 'nobody agreed to flash the board; nothing was written',
    });
  return ok({ parts, hash: agreedTo, record });
}

async function writeAgreed(request: FlashRequest, flasher: Flasher, agreed: Agreed): Promise<FlashOutcome> {
  const connected = await flasher.connect(request.options);
  if (!connected.ok) return refused(connected.error);
  const identity = connected.value;
  const same = checkIdentity(request.board.id, identity, request.wanted.chip, agreed.record.identity);
  if (!same.ok) return refused(same.error);
  const binding = bind({ ...agreed.parts, identity });
  if (bindingHash(binding) !== agreed.hash) return refused(drifted(request.board.id));
  const { verifies } = flasher;
  const done: FlashOutcome = { outcome: 'done', holds: 'image', binding, verified: verifies, written: false };
  if (await isThere(request, flasher, agreed.record, binding)) return started(request, flasher, done);
  const failure = await write(request, flasher, agreed.record.identity ?? identity, binding);
  return failure ?? started(request, flasher, { ...done, verified: flasher.verifies, written: true });
}

/** What was written last may still be there: proven byte by byte, it need not be written again, which wears the flash. */
async function isThere(
  { always, image, options }: FlashRequest,
  flasher: Flasher,
  { holds }: BoardRecord,
  { content }: FlashBinding,
): Promise<boolean> {
  if (always || holds?.content !== content) return false;
  return (await flasher.verify(image.segments, options)).ok;
}

/** An abort waits so long for the page, or the vendor's tool, that is at work; erasing a large chip takes a minute. */
const WRITE_MS = 300_000;

/** Writes, verifies and records; null where all of it came off. */
async function write(
  { board, image, options, erase, good, spend, unsafe }: FlashRequest,
  flasher: Flasher,
  identity: Identity,
  { content, image: sha256 }: FlashBinding,
): Promise<FlashOutcome | null> {
  if (options.signal.aborted) return refused(STOPPED_BEFORE);
  const counted = spend();
  if (!counted.ok) return refused(counted.error);
  const begun = await board.store.update({ identity, holds: null });
  if (!begun.ok) return refused(begun.error);
  const ended = unsafe?.({ what: board.id, limitMs: WRITE_MS, isUnsafe: () => true });
  const written = await flasher.write(image.segments, { ...options, eraseAll: erase === 'all' });
  ended?.();
  if (!written.ok) return unwritten(written.error);
  const verified = await flasher.verify(image.segments, options);
  if (!verified.ok) return { outcome: 'failed', holds: 'unverified', problem: verified.error };
  const now = { content, image: sha256, at: Date.now() };
  const recorded = await board.store.update({ holds: now, ...(good ? { lastGood: now } : {}) });
  return recorded.ok ? null : { outcome: 'failed', holds: 'image', problem: recorded.error };
}

const unwritten = ({ left, ...problem }: WriteProblem): FlashOutcome =>
  left === 'unchanged' ? refused(problem) : { outcome: 'failed', holds: left, problem };

async function started(
  { options }: FlashRequest,
  flasher: Flasher,
  done: FlashOutcome,
): Promise<FlashOutcome> {
  const running = await flasher.start(options);
  return running.ok ? done : { outcome: 'failed', holds: 'image', problem: running.error };
}

const drifted = (board: string): Problem => ({
  code: 'FLASH_DECLINED',
  where: board,
  message:
    'the board, the image, the regions or the erase are not those that were agreed to; nothing was written',
  next: 'look at what is different, and agree again',
});
