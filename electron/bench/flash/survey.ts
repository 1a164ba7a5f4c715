import { createHash } from 'node:crypto';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { Image, Region } from '../image/image.js';
import type { BoardRecord } from './board-store.js';
import type { FlashRequest } from './flash-request.js';
import type { Flasher, Identity } from './flasher.js';
import { checkIdentity } from './identity.js';

export interface Surveyed {
  identity: Identity;
  record: BoardRecord;
  /** Why what the board holds cannot be brought back; null where it is kept. */
  irreversible: string | null;
}

/**
 * Learns who the board is and keeps what it holds, before anything is written to it for the first time, and again for a
 * run that is to bring it back. A board of which that is known is not entered: it is identified before the write anyway.
 */
export async function survey(request: FlashRequest): Promise<Result<Surveyed>> {
  const { store } = request.board;
  const record = await store.record();
  if (!record.ok) return record;
  const { identity } = record.value;
  const made = request.createFlasher();
  if (!made.ok) return made;
  const flasher = made.value;
  const unreadable = whyUnreadable(flasher, request);
  const wanted = wantsDump(record.value, request);
  if (identity !== null && (!wanted || unreadable !== null)) {
    const noted = await store.update(foundBy(request, record.value, null));
    if (!noted.ok) return noted;
    return ok({ identity, record: noted.value, irreversible: wantsFirst(record.value) ? unreadable : null });
  }
  try {
    return await enter(request, flasher, record.value, unreadable);
  } finally {
    await flasher.close();
  }
}

const wantsFirst = ({ firstDump }: BoardRecord): boolean => firstDump === null;

const wantsDump = (record: BoardRecord, { keepFor }: FlashRequest): boolean =>
  wantsFirst(record) || (keepFor?.dump === true && record.found?.run !== keepFor.run);

/** What a run finds is noted once, when it first comes to the board. */
function foundBy(
  { keepFor }: FlashRequest,
  record: BoardRecord,
  dumped: BoardRecord['holds'],
): Pick<BoardRecord, 'found'> {
  if (keepFor === null || record.found?.run === keepFor.run) return { found: record.found };
  return { found: { run: keepFor.run, held: dumped ?? record.holds, lastGood: record.lastGood } };
}

/** Why what a board holds cannot be kept before it is written to for the first time; null where it can. */
export function whyUnreadable(
  flasher: Pick<Flasher, 'protocol' | 'read'>,
  { unreadable }: Pick<FlashRequest, 'unreadable'>,
): string | null {
  if (flasher.read === undefined) return `the protocol ${flasher.protocol} cannot read the flash`;
  return unreadable ? 'the flash of this board is protected from being read' : null;
}

async function enter(
  request: FlashRequest,
  flasher: Flasher,
  record: BoardRecord,
  unreadable: string | null,
): Promise<Result<Surveyed>> {
  const { board, wanted, options } = request;
  const connected = await flasher.connect(options);
  if (!connected.ok) return connected;
  const identity = connected.value;
  const same = checkIdentity(board.id, identity, wanted.chip, record.identity);
  if (!same.ok) return same;
  const dumped = unreadable === null ? await dump(request, flasher, wanted.regions) : ok(null);
  if (!dumped.ok) return dumped;
  const updated = await board.store.update({
    identity: record.identity ?? identity,
    firstDump: record.firstDump ?? dumped.value,
    ...foundBy(request, record, dumped.value),
  });
  if (!updated.ok) return updated;
  // The program goes on while a person is asked; a loader that only their hand can enter is not left.
  const started = request.enteredByHand ? ok(undefined) : await flasher.start(options);
  return started.ok ? ok({ identity, record: updated.value, irreversible: unreadable }) : started;
}

/** Reads and keeps the regions. */
async function dump(
  { board, options }: FlashRequest,
  flasher: Flasher,
  regions: readonly Region[],
): Promise<Result<BoardRecord['holds']>> {
  const hash = createHash('sha256');
  const segments: { address: number; bytes: Uint8Array }[] = [];
  for (const region of regions) {
    const read = await flasher.read?.(region, options);
    if (read === undefined) continue;
    if (!read.ok) return fail(notDumped(read.error));
    segments.push({ address: region.start, bytes: read.value });
    hash.update(read.value);
  }
  const sha256 = hash.digest('hex');
  const image: Image = { format: 'bin', segments, sha256, machine: null, buildId: null, family: null };
  const kept = await board.store.keep(image);
  return kept.ok ? ok({ content: kept.value, image: sha256, at: Date.now() }) : kept;
}

const notDumped = (problem: Problem): Problem => ({
  ...problem,
  message: `what the board holds could not be kept, so nothing was written: ${inEnglish(problem.message)}`,
  next: 'try again; if its flash is protected, say so in the profile (`safety.readOutProtection`)',
});
