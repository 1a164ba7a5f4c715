import { createHash } from 'node:crypto';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
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
 * Learns who the board is and keeps what it holds, before anything is written to it for the first time. A board that is
 * known and whose flash is kept is not entered: it is identified before the write anyway.
 */
export async function survey(request: FlashRequest): Promise<Result<Surveyed>> {
  const { store } = request.board;
  const record = await store.record();
  if (!record.ok) return record;
  const { identity, firstDump } = record.value;
  if (identity !== null && firstDump !== null)
    return ok({ identity, record: record.value, irreversible: null });
  const made = request.createFlasher();
  if (!made.ok) return made;
  const flasher = made.value;
  const unreadable = whyNot(flasher, request);
  if (identity !== null && unreadable !== null)
    return ok({ identity, record: record.value, irreversible: unreadable });
  try {
    return await enter(request, flasher, record.value, unreadable);
  } finally {
    await flasher.close();
  }
}

function whyNot(flasher: Flasher, { unreadable }: FlashRequest): string | null {
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
  const change: Partial<BoardRecord> = { identity };
  if (unreadable === null) {
    const dumped = await dump(request, flasher, wanted.regions);
    if (!dumped.ok) return dumped;
    change.firstDump = { content: dumped.value, at: Date.now() };
  }
  const updated = await board.store.update(change);
  if (!updated.ok) return updated;
  // The program goes on while a person is asked.
  const started = await flasher.start(options);
  return started.ok ? ok({ identity, record: updated.value, irreversible: unreadable }) : started;
}

/** Reads and keeps the regions; gives the name of what was kept. */
async function dump(
  { board, options }: FlashRequest,
  flasher: Flasher,
  regions: readonly Region[],
): Promise<Result<string>> {
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
  return board.store.keep(image);
}

const notDumped = (problem: Problem): Problem => ({
  ...problem,
  message: `what the board holds could not be kept, so nothing was written: ${problem.message}`,
  next: 'try again; if its flash is protected, say so in the profile (`safety.readOutProtection`)',
});
