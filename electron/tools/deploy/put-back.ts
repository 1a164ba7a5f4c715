import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import { keptOf } from '../../lab/boards/kept.js';
import { putOnBoard } from '../target/put-on-board.js';
import { type DeployWork, onBoard, unknownContent } from './deployed-board.js';

const PutBackArguments = z.strictObject({
  board: z.string(),
  /** Hash of what it held before the deployment; null: not known. */
  held: z.string().nullable(),
});
type PutBackArguments = z.infer<typeof PutBackArguments>;

async function perform(
  { board, held }: PutBackArguments,
  work: DeployWork,
  io: CallIo,
): Promise<Result<null>> {
  if (held === null || work.profile.kind !== 'board') return unknownContent(board, work.profile);
  const store = keptOf(work.home, board);
  const record = await store.record();
  if (!record.ok) return record;
  if (record.value.holds?.content === held) return ok(null);
  const image = await store.image(held);
  if (!image.ok) return image;
  const writing = { image: image.value, always: true, good: false };
  const origin = { source: 'as-found' } as const;
  return onBoard(work, board, io, (hold) =>
    putOnBoard({ ...work, board: hold }, io, writing, { origin, isLast: true }),
  );
}

/**
 * Writes back what a board held before a deployment; a board that holds it still is left alone. It is a flash, and asked for as one.
 * Errors: USAGE where that is not known, FLASH_DECLINED, those of the board and its flasher.
 */
export const putBack: Tool<PutBackArguments, null, DeployWork> = {
  ...{ name: 'put_back', kind: 'put-back', isIdempotent: true, scope: 'flash', danger: 'lasting' },
  arguments: PutBackArguments,
  result: z.null(),
  perform,
  reconcile: async () => 'again',
};
